_turnwise() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="turnwise"
                ;;
            turnwise,clone)
                cmd="turnwise__subcmd__clone"
                ;;
            turnwise,compact)
                cmd="turnwise__subcmd__compact"
                ;;
            turnwise,completions)
                cmd="turnwise__subcmd__completions"
                ;;
            turnwise,config)
                cmd="turnwise__subcmd__config"
                ;;
            turnwise,convert)
                cmd="turnwise__subcmd__convert"
                ;;
            turnwise,dedupe)
                cmd="turnwise__subcmd__dedupe"
                ;;
            turnwise,detect)
                cmd="turnwise__subcmd__detect"
                ;;
            turnwise,diff)
                cmd="turnwise__subcmd__diff"
                ;;
            turnwise,explain)
                cmd="turnwise__subcmd__explain"
                ;;
            turnwise,extract-media)
                cmd="turnwise__subcmd__extract__subcmd__media"
                ;;
            turnwise,filter)
                cmd="turnwise__subcmd__filter"
                ;;
            turnwise,formats)
                cmd="turnwise__subcmd__formats"
                ;;
            turnwise,help)
                cmd="turnwise__subcmd__help"
                ;;
            turnwise,inline-media)
                cmd="turnwise__subcmd__inline__subcmd__media"
                ;;
            turnwise,lineage)
                cmd="turnwise__subcmd__lineage"
                ;;
            turnwise,man)
                cmd="turnwise__subcmd__man"
                ;;
            turnwise,merge)
                cmd="turnwise__subcmd__merge"
                ;;
            turnwise,migrate-ids)
                cmd="turnwise__subcmd__migrate__subcmd__ids"
                ;;
            turnwise,normalize)
                cmd="turnwise__subcmd__normalize"
                ;;
            turnwise,prepare)
                cmd="turnwise__subcmd__prepare"
                ;;
            turnwise,replay)
                cmd="turnwise__subcmd__replay"
                ;;
            turnwise,sample)
                cmd="turnwise__subcmd__sample"
                ;;
            turnwise,schema)
                cmd="turnwise__subcmd__schema"
                ;;
            turnwise,show)
                cmd="turnwise__subcmd__show"
                ;;
            turnwise,sort)
                cmd="turnwise__subcmd__sort"
                ;;
            turnwise,split)
                cmd="turnwise__subcmd__split"
                ;;
            turnwise,statements)
                cmd="turnwise__subcmd__statements"
                ;;
            turnwise,stats)
                cmd="turnwise__subcmd__stats"
                ;;
            turnwise,validate)
                cmd="turnwise__subcmd__validate"
                ;;
            turnwise__subcmd__help,clone)
                cmd="turnwise__subcmd__help__subcmd__clone"
                ;;
            turnwise__subcmd__help,compact)
                cmd="turnwise__subcmd__help__subcmd__compact"
                ;;
            turnwise__subcmd__help,completions)
                cmd="turnwise__subcmd__help__subcmd__completions"
                ;;
            turnwise__subcmd__help,config)
                cmd="turnwise__subcmd__help__subcmd__config"
                ;;
            turnwise__subcmd__help,convert)
                cmd="turnwise__subcmd__help__subcmd__convert"
                ;;
            turnwise__subcmd__help,dedupe)
                cmd="turnwise__subcmd__help__subcmd__dedupe"
                ;;
            turnwise__subcmd__help,detect)
                cmd="turnwise__subcmd__help__subcmd__detect"
                ;;
            turnwise__subcmd__help,diff)
                cmd="turnwise__subcmd__help__subcmd__diff"
                ;;
            turnwise__subcmd__help,explain)
                cmd="turnwise__subcmd__help__subcmd__explain"
                ;;
            turnwise__subcmd__help,extract-media)
                cmd="turnwise__subcmd__help__subcmd__extract__subcmd__media"
                ;;
            turnwise__subcmd__help,filter)
                cmd="turnwise__subcmd__help__subcmd__filter"
                ;;
            turnwise__subcmd__help,formats)
                cmd="turnwise__subcmd__help__subcmd__formats"
                ;;
            turnwise__subcmd__help,help)
                cmd="turnwise__subcmd__help__subcmd__help"
                ;;
            turnwise__subcmd__help,inline-media)
                cmd="turnwise__subcmd__help__subcmd__inline__subcmd__media"
                ;;
            turnwise__subcmd__help,lineage)
                cmd="turnwise__subcmd__help__subcmd__lineage"
                ;;
            turnwise__subcmd__help,man)
                cmd="turnwise__subcmd__help__subcmd__man"
                ;;
            turnwise__subcmd__help,merge)
                cmd="turnwise__subcmd__help__subcmd__merge"
                ;;
            turnwise__subcmd__help,migrate-ids)
                cmd="turnwise__subcmd__help__subcmd__migrate__subcmd__ids"
                ;;
            turnwise__subcmd__help,normalize)
                cmd="turnwise__subcmd__help__subcmd__normalize"
                ;;
            turnwise__subcmd__help,prepare)
                cmd="turnwise__subcmd__help__subcmd__prepare"
                ;;
            turnwise__subcmd__help,replay)
                cmd="turnwise__subcmd__help__subcmd__replay"
                ;;
            turnwise__subcmd__help,sample)
                cmd="turnwise__subcmd__help__subcmd__sample"
                ;;
            turnwise__subcmd__help,schema)
                cmd="turnwise__subcmd__help__subcmd__schema"
                ;;
            turnwise__subcmd__help,show)
                cmd="turnwise__subcmd__help__subcmd__show"
                ;;
            turnwise__subcmd__help,sort)
                cmd="turnwise__subcmd__help__subcmd__sort"
                ;;
            turnwise__subcmd__help,split)
                cmd="turnwise__subcmd__help__subcmd__split"
                ;;
            turnwise__subcmd__help,statements)
                cmd="turnwise__subcmd__help__subcmd__statements"
                ;;
            turnwise__subcmd__help,stats)
                cmd="turnwise__subcmd__help__subcmd__stats"
                ;;
            turnwise__subcmd__help,validate)
                cmd="turnwise__subcmd__help__subcmd__validate"
                ;;
            turnwise__subcmd__statements,branch)
                cmd="turnwise__subcmd__statements__subcmd__branch"
                ;;
            turnwise__subcmd__statements,diff)
                cmd="turnwise__subcmd__statements__subcmd__diff"
                ;;
            turnwise__subcmd__statements,edit)
                cmd="turnwise__subcmd__statements__subcmd__edit"
                ;;
            turnwise__subcmd__statements,from-messages)
                cmd="turnwise__subcmd__statements__subcmd__from__subcmd__messages"
                ;;
            turnwise__subcmd__statements,help)
                cmd="turnwise__subcmd__statements__subcmd__help"
                ;;
            turnwise__subcmd__statements,replay)
                cmd="turnwise__subcmd__statements__subcmd__replay"
                ;;
            turnwise__subcmd__statements,run)
                cmd="turnwise__subcmd__statements__subcmd__run"
                ;;
            turnwise__subcmd__statements__subcmd__help,branch)
                cmd="turnwise__subcmd__statements__subcmd__help__subcmd__branch"
                ;;
            turnwise__subcmd__statements__subcmd__help,diff)
                cmd="turnwise__subcmd__statements__subcmd__help__subcmd__diff"
                ;;
            turnwise__subcmd__statements__subcmd__help,edit)
                cmd="turnwise__subcmd__statements__subcmd__help__subcmd__edit"
                ;;
            turnwise__subcmd__statements__subcmd__help,from-messages)
                cmd="turnwise__subcmd__statements__subcmd__help__subcmd__from__subcmd__messages"
                ;;
            turnwise__subcmd__statements__subcmd__help,help)
                cmd="turnwise__subcmd__statements__subcmd__help__subcmd__help"
                ;;
            turnwise__subcmd__statements__subcmd__help,replay)
                cmd="turnwise__subcmd__statements__subcmd__help__subcmd__replay"
                ;;
            turnwise__subcmd__statements__subcmd__help,run)
                cmd="turnwise__subcmd__statements__subcmd__help__subcmd__run"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        turnwise)
            opts="-q -v -h -V --quiet --verbose --color --progress --config --isolated --help --version convert validate migrate-ids diff prepare clone compact replay show lineage normalize statements stats filter dedupe sample sort split merge inline-media extract-media detect formats schema config explain completions man help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__clone)
            opts="-q -v -f -j -o -i -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --output --escape-line-separators --framing --pretty --compact --set --strict --allow --on-error --max-errors --report --report-level --report-summary --rejects --message --branch --name --last --replace --sender --ids --now --in-place --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -W "TW001 TW002 TW003 TW004 TW005 TW006 TW007 TW008 TW009 TW010 TW011 TW101 TW102 TW103 TW104 TW105 TW106 TW107 TW108 TW109 TW110 TW111 TW112 TW201 TW202 TW203 TW204 TW205 TW206 TW207 TW208 TW209 TW212 TW213 TW214 TW215 TW216 TW217 TW218 TW219 TW220 TW221 TW222 TW223 TW224 TW225 TW226 TW227 TW228 TW229 TW230 TW231 TW232 TW233 TW234 TW235 TW236 TW237 TW238 TW239 TW240 TW241 TW242 TW301 TW302 TW303 TW304 TW305 TW306 TW307 TW308 TW309 TW310 TW311 TW312 TW313 TW314 TW315 TW316 TW317 TW318 TW319 TW320 TW321 TW322 TW323 TW324 TW325 TW326 TW327 TW328 TW329 TW331 TW332 TW333 TW334 TW335 TW338 TW340 TW341 TW342 TW343 TW344 TW345 TW346 TW347 TW348 TW349 TW350 TW351 TW352 TW353 TW354 TW355 TW356 TW357 TW358 TW359 TW361 TW362 TW364 TW365 TW366 TW367 TW368 TW370 TW371 TW372 TW373 TW374 TW375 TW376 TW377 TW378 TW379 TW380 TW382 TW383 TW384 TW390 TW391 TW500 TW501 TW502 TW503 TW504 TW505 TW506 TW507 TW508 TW509 TW510 TW511 TW512 TW513 TW514 TW515 TW516 TW517 TW518 TW519 TW520 TW521 TW522 TW523 TW524 TW525 TW526 TW527 TW528 TW529 TW530 TW531 TW540 TW541 TW542 TW543 TW544 TW545 TW546 TW547 TW548 TW549 TW550 TW560 TW561 TW562 TW563 TW564 TW565 TW580 TW581 TW582 TW583 TW584 TW585 TW586 TW587 TW588 TW590 TW600 TW601 TW602 TW603 TW604 TW605 TW606 TW607 TW608 TW609 TW610 TW620 TW621 TW622 TW623 TW624 TW625 TW626 TW627 TW628 TW629 TW630 TW631 TW632 TW633 TW634 TW635 TW636 TW637 TW638 TW639 TW640 TW641 TW642 TW643 TW644 TW645 TW646 TW647 TW648 TW649 TW650 TW651 TW652 TW653 TW654 TW660 TW661 TW662 TW663 TW664 TW665 TW666 TW667 TW668 TW669 TW670 TW671 TW672 TW673 TW680 TW681 TW682 TW683 TW684 TW685 TW686 TW687 TW689 TW690 TW691 TW693 TW694 TW695 TW696 TW697 TW698 TW699 TW700 TW701 TW702 TW703 TW704 TW705 TW706 TW707 TW708 TW709 TW710 TW711 TW712 TW713 TW714 TW715 TW716 TW717 TW718 TW719 TW720 TW721 TW722 TW723 TW724 TW725 TW726 TW727 TW728 TW729 TW730 TW731 TW732 TW733 TW734 TW735 TW736 TW737 TW738 TW739 TW740 TW741 TW742 TW743 TW744 TW745 TW746 TW747 TW748 TW749 TW750 TW751 TW752 TW755 TW760 TW761 TW762 TW765 TW780 TW781 TW782 TW783 TW784 TW785 TW786 TW787 TW788 TW789 TW790 TW791 TW792 TW793 TW794 TW795 TW796 TW797 TW798 TW799 TW800 TW801 TW802 TW803 TW804 TW805 TW806 TW807 TW808 TW809 TW810 TW811 TW812 TW813 TW814 TW815 TW816 TW817 TW818 TW820 TW830 TW831 TW832 TW833 TW834 TW835 TW836 TW837 TW838 TW839 TW840 TW841 TW842 TW843 TW844 TW845 TW846 TW847 TW848 TW849 TW850 TW851 TW852 TW853 TW854 TW855 TW856 TW857 TW858 TW859 TW860 TW861 TW862 TW863 TW864 TW865 TW866 TW867 TW868 TW869 TW870 TW871 TW872 TW873 TW874 TW875 TW876 TW877 TW878 TW879 TW880 TW881 TW882 TW883 TW884 TW885 TW900 TW901 TW910 TW911 TW912 TW913 TW914 TW915 TW916 TW917 TW918 TW919 TW920 TW921 TW922 TW923 TW924 TW925 TW940 TW941 TW942 TW943 TW944 TW945 TW946 TW947 TW948 TW949 TW950 TW951 TW960 TW961 TW962 TW963 TW964 TW965 TW966 TW967 TW968 TW969 TW970 TW971 TW972 TW973 TW974 TW980 TW981 TW982 TW983 TW984 TW985 TW986 TW990 TW991 TW992 TW993" -- "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report-level)
                    COMPREPLY=($(compgen -W "error loss all" -- "${cur}"))
                    return 0
                    ;;
                --report-summary)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --message)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --branch)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --name)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --replace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sender)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ids)
                    COMPREPLY=($(compgen -W "keep stable new" -- "${cur}"))
                    return 0
                    ;;
                --now)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__compact)
            opts="-q -v -f -j -o -i -n -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --output --escape-line-separators --framing --pretty --compact --on-error --max-errors --report --report-level --report-summary --rejects --in-place --check --dry-run --skip-existing --sync --level --scope --lineage --keep-input --lenient --expand-chunks --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "lines array sse" -- "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report-level)
                    COMPREPLY=($(compgen -W "error loss all" -- "${cur}"))
                    return 0
                    ;;
                --report-summary)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --level)
                    COMPREPLY=($(compgen -W "snapshot deltas" -- "${cur}"))
                    return 0
                    ;;
                --scope)
                    COMPREPLY=($(compgen -W "tip run thread" -- "${cur}"))
                    return 0
                    ;;
                --lineage)
                    COMPREPLY=($(compgen -W "auto explicit previous" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__completions)
            opts="-q -v -h -V --quiet --verbose --color --progress --config --isolated --help --version bash elvish fish powershell zsh"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__config)
            opts="-q -v -o -h -V --quiet --verbose --color --progress --config --isolated --output-format --json --output --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__convert)
            opts="-q -v -t -f -j -o -i -n -h -V --quiet --verbose --color --progress --config --isolated --to --dialect --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --output --escape-line-separators --framing --pretty --compact --set --strict --allow --on-error --max-errors --report --report-level --report-summary --rejects --in-place --check --dry-run --skip-existing --sync --add --container --as --lossy --repair --reasoning-as-text --redact --report-secrets --settings --keep --profile --ids --since --until --branch --compaction --sidechains --rendered --plain --now --mode --inline-media --media-dir --cache --offline --allow-type --max-item-bytes --max-total-bytes --on-media-error --max-media-errors --allow-host --allow-private-hosts --max-redirects --timeout --retries --jobs-per-host --proxy --proxy-from-env --dir --message-rows --documented --carry --restore --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -W "adk ag-ui ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif bedrock chatml claude-code codex gemini gemini-cli gemma harmony hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant keprompt keprompt-chat keprompt-prompt keprompt-statements langchain lionpride llama3 llamafactory-v1 mistral-text ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-responses opencode patterpunk pi picklebot pydantic-ai rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion sharegpt zephyr keprompt-company:openai keprompt-company:anthropic keprompt-company:gemini keprompt-company:mistral keprompt-company:deepseek keprompt-company:xai keprompt-company:openrouter keprompt-company:cerebras" -- "${cur}"))
                    return 0
                    ;;
                -t)
                    COMPREPLY=($(compgen -W "adk ag-ui ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif bedrock chatml claude-code codex gemini gemini-cli gemma harmony hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant keprompt keprompt-chat keprompt-prompt keprompt-statements langchain lionpride llama3 llamafactory-v1 mistral-text ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-responses opencode patterpunk pi picklebot pydantic-ai rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion sharegpt zephyr keprompt-company:openai keprompt-company:anthropic keprompt-company:gemini keprompt-company:mistral keprompt-company:deepseek keprompt-company:xai keprompt-company:openrouter keprompt-company:cerebras" -- "${cur}"))
                    return 0
                    ;;
                --dialect)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -W "TW001 TW002 TW003 TW004 TW005 TW006 TW007 TW008 TW009 TW010 TW011 TW101 TW102 TW103 TW104 TW105 TW106 TW107 TW108 TW109 TW110 TW111 TW112 TW201 TW202 TW203 TW204 TW205 TW206 TW207 TW208 TW209 TW212 TW213 TW214 TW215 TW216 TW217 TW218 TW219 TW220 TW221 TW222 TW223 TW224 TW225 TW226 TW227 TW228 TW229 TW230 TW231 TW232 TW233 TW234 TW235 TW236 TW237 TW238 TW239 TW240 TW241 TW242 TW301 TW302 TW303 TW304 TW305 TW306 TW307 TW308 TW309 TW310 TW311 TW312 TW313 TW314 TW315 TW316 TW317 TW318 TW319 TW320 TW321 TW322 TW323 TW324 TW325 TW326 TW327 TW328 TW329 TW331 TW332 TW333 TW334 TW335 TW338 TW340 TW341 TW342 TW343 TW344 TW345 TW346 TW347 TW348 TW349 TW350 TW351 TW352 TW353 TW354 TW355 TW356 TW357 TW358 TW359 TW361 TW362 TW364 TW365 TW366 TW367 TW368 TW370 TW371 TW372 TW373 TW374 TW375 TW376 TW377 TW378 TW379 TW380 TW382 TW383 TW384 TW390 TW391 TW500 TW501 TW502 TW503 TW504 TW505 TW506 TW507 TW508 TW509 TW510 TW511 TW512 TW513 TW514 TW515 TW516 TW517 TW518 TW519 TW520 TW521 TW522 TW523 TW524 TW525 TW526 TW527 TW528 TW529 TW530 TW531 TW540 TW541 TW542 TW543 TW544 TW545 TW546 TW547 TW548 TW549 TW550 TW560 TW561 TW562 TW563 TW564 TW565 TW580 TW581 TW582 TW583 TW584 TW585 TW586 TW587 TW588 TW590 TW600 TW601 TW602 TW603 TW604 TW605 TW606 TW607 TW608 TW609 TW610 TW620 TW621 TW622 TW623 TW624 TW625 TW626 TW627 TW628 TW629 TW630 TW631 TW632 TW633 TW634 TW635 TW636 TW637 TW638 TW639 TW640 TW641 TW642 TW643 TW644 TW645 TW646 TW647 TW648 TW649 TW650 TW651 TW652 TW653 TW654 TW660 TW661 TW662 TW663 TW664 TW665 TW666 TW667 TW668 TW669 TW670 TW671 TW672 TW673 TW680 TW681 TW682 TW683 TW684 TW685 TW686 TW687 TW689 TW690 TW691 TW693 TW694 TW695 TW696 TW697 TW698 TW699 TW700 TW701 TW702 TW703 TW704 TW705 TW706 TW707 TW708 TW709 TW710 TW711 TW712 TW713 TW714 TW715 TW716 TW717 TW718 TW719 TW720 TW721 TW722 TW723 TW724 TW725 TW726 TW727 TW728 TW729 TW730 TW731 TW732 TW733 TW734 TW735 TW736 TW737 TW738 TW739 TW740 TW741 TW742 TW743 TW744 TW745 TW746 TW747 TW748 TW749 TW750 TW751 TW752 TW755 TW760 TW761 TW762 TW765 TW780 TW781 TW782 TW783 TW784 TW785 TW786 TW787 TW788 TW789 TW790 TW791 TW792 TW793 TW794 TW795 TW796 TW797 TW798 TW799 TW800 TW801 TW802 TW803 TW804 TW805 TW806 TW807 TW808 TW809 TW810 TW811 TW812 TW813 TW814 TW815 TW816 TW817 TW818 TW820 TW830 TW831 TW832 TW833 TW834 TW835 TW836 TW837 TW838 TW839 TW840 TW841 TW842 TW843 TW844 TW845 TW846 TW847 TW848 TW849 TW850 TW851 TW852 TW853 TW854 TW855 TW856 TW857 TW858 TW859 TW860 TW861 TW862 TW863 TW864 TW865 TW866 TW867 TW868 TW869 TW870 TW871 TW872 TW873 TW874 TW875 TW876 TW877 TW878 TW879 TW880 TW881 TW882 TW883 TW884 TW885 TW900 TW901 TW910 TW911 TW912 TW913 TW914 TW915 TW916 TW917 TW918 TW919 TW920 TW921 TW922 TW923 TW924 TW925 TW940 TW941 TW942 TW943 TW944 TW945 TW946 TW947 TW948 TW949 TW950 TW951 TW960 TW961 TW962 TW963 TW964 TW965 TW966 TW967 TW968 TW969 TW970 TW971 TW972 TW973 TW974 TW980 TW981 TW982 TW983 TW984 TW985 TW986 TW990 TW991 TW992 TW993" -- "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report-level)
                    COMPREPLY=($(compgen -W "error loss all" -- "${cur}"))
                    return 0
                    ;;
                --report-summary)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --container)
                    COMPREPLY=($(compgen -W "body list pile flow" -- "${cur}"))
                    return 0
                    ;;
                --as)
                    COMPREPLY=($(compgen -W "snapshot events messages rows" -- "${cur}"))
                    return 0
                    ;;
                --settings)
                    COMPREPLY=($(compgen -W "keep drop" -- "${cur}"))
                    return 0
                    ;;
                --keep)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --profile)
                    COMPREPLY=($(compgen -W "arrow none" -- "${cur}"))
                    return 0
                    ;;
                --ids)
                    COMPREPLY=($(compgen -W "keep stable new" -- "${cur}"))
                    return 0
                    ;;
                --since)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --until)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --branch)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --compaction)
                    COMPREPLY=($(compgen -W "full effective" -- "${cur}"))
                    return 0
                    ;;
                --now)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --mode)
                    COMPREPLY=($(compgen -W "json db" -- "${cur}"))
                    return 0
                    ;;
                --media-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cache)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --allow-type)
                    COMPREPLY=($(compgen -W "image audio video pdf text" -- "${cur}"))
                    return 0
                    ;;
                --max-item-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-total-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-media-error)
                    COMPREPLY=($(compgen -W "keep fail" -- "${cur}"))
                    return 0
                    ;;
                --max-media-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --allow-host)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-redirects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --retries)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs-per-host)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --proxy)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --message-rows)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --carry)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --restore)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__dedupe)
            opts="-q -v -f -j -o -i -n -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --on-error --max-errors --report --report-level --report-summary --rejects --output --in-place --check --dry-run --skip-existing --sync --by --ignore --messages --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report-level)
                    COMPREPLY=($(compgen -W "error loss all" -- "${cur}"))
                    return 0
                    ;;
                --report-summary)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --by)
                    COMPREPLY=($(compgen -W "facts id" -- "${cur}"))
                    return 0
                    ;;
                --ignore)
                    COMPREPLY=($(compgen -W "ids timestamps usage metadata whitespace number-spelling names reasoning signatures cache citations media tools settings order" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__detect)
            opts="-q -v -f -o -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --output-format --json --output --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__diff)
            opts="-q -v -o -U -j -f -h -V --quiet --verbose --color --progress --config --isolated --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --from-b --at-b --ignore --align --output-format --json --output --unified --html --stat --brief --new-messages --driver --max-record-bytes --jobs --on-error --max-errors --from --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-b)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --at-b)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ignore)
                    COMPREPLY=($(compgen -W "ids timestamps usage metadata whitespace number-spelling names reasoning signatures cache citations media tools settings order" -- "${cur}"))
                    return 0
                    ;;
                --align)
                    COMPREPLY=($(compgen -W "auto id content position" -- "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "human json jsonpatch unified github html" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --unified)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -U)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --html)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__explain)
            opts="-q -v -o -h -V --quiet --verbose --color --progress --config --isolated --all --json --output --output-format --help --version TW001 TW002 TW003 TW004 TW005 TW006 TW007 TW008 TW009 TW010 TW011 TW101 TW102 TW103 TW104 TW105 TW106 TW107 TW108 TW109 TW110 TW111 TW112 TW201 TW202 TW203 TW204 TW205 TW206 TW207 TW208 TW209 TW212 TW213 TW214 TW215 TW216 TW217 TW218 TW219 TW220 TW221 TW222 TW223 TW224 TW225 TW226 TW227 TW228 TW229 TW230 TW231 TW232 TW233 TW234 TW235 TW236 TW237 TW238 TW239 TW240 TW241 TW242 TW301 TW302 TW303 TW304 TW305 TW306 TW307 TW308 TW309 TW310 TW311 TW312 TW313 TW314 TW315 TW316 TW317 TW318 TW319 TW320 TW321 TW322 TW323 TW324 TW325 TW326 TW327 TW328 TW329 TW331 TW332 TW333 TW334 TW335 TW338 TW340 TW341 TW342 TW343 TW344 TW345 TW346 TW347 TW348 TW349 TW350 TW351 TW352 TW353 TW354 TW355 TW356 TW357 TW358 TW359 TW361 TW362 TW364 TW365 TW366 TW367 TW368 TW370 TW371 TW372 TW373 TW374 TW375 TW376 TW377 TW378 TW379 TW380 TW382 TW383 TW384 TW390 TW391 TW500 TW501 TW502 TW503 TW504 TW505 TW506 TW507 TW508 TW509 TW510 TW511 TW512 TW513 TW514 TW515 TW516 TW517 TW518 TW519 TW520 TW521 TW522 TW523 TW524 TW525 TW526 TW527 TW528 TW529 TW530 TW531 TW540 TW541 TW542 TW543 TW544 TW545 TW546 TW547 TW548 TW549 TW550 TW560 TW561 TW562 TW563 TW564 TW565 TW580 TW581 TW582 TW583 TW584 TW585 TW586 TW587 TW588 TW590 TW600 TW601 TW602 TW603 TW604 TW605 TW606 TW607 TW608 TW609 TW610 TW620 TW621 TW622 TW623 TW624 TW625 TW626 TW627 TW628 TW629 TW630 TW631 TW632 TW633 TW634 TW635 TW636 TW637 TW638 TW639 TW640 TW641 TW642 TW643 TW644 TW645 TW646 TW647 TW648 TW649 TW650 TW651 TW652 TW653 TW654 TW660 TW661 TW662 TW663 TW664 TW665 TW666 TW667 TW668 TW669 TW670 TW671 TW672 TW673 TW680 TW681 TW682 TW683 TW684 TW685 TW686 TW687 TW689 TW690 TW691 TW693 TW694 TW695 TW696 TW697 TW698 TW699 TW700 TW701 TW702 TW703 TW704 TW705 TW706 TW707 TW708 TW709 TW710 TW711 TW712 TW713 TW714 TW715 TW716 TW717 TW718 TW719 TW720 TW721 TW722 TW723 TW724 TW725 TW726 TW727 TW728 TW729 TW730 TW731 TW732 TW733 TW734 TW735 TW736 TW737 TW738 TW739 TW740 TW741 TW742 TW743 TW744 TW745 TW746 TW747 TW748 TW749 TW750 TW751 TW752 TW755 TW760 TW761 TW762 TW765 TW780 TW781 TW782 TW783 TW784 TW785 TW786 TW787 TW788 TW789 TW790 TW791 TW792 TW793 TW794 TW795 TW796 TW797 TW798 TW799 TW800 TW801 TW802 TW803 TW804 TW805 TW806 TW807 TW808 TW809 TW810 TW811 TW812 TW813 TW814 TW815 TW816 TW817 TW818 TW820 TW830 TW831 TW832 TW833 TW834 TW835 TW836 TW837 TW838 TW839 TW840 TW841 TW842 TW843 TW844 TW845 TW846 TW847 TW848 TW849 TW850 TW851 TW852 TW853 TW854 TW855 TW856 TW857 TW858 TW859 TW860 TW861 TW862 TW863 TW864 TW865 TW866 TW867 TW868 TW869 TW870 TW871 TW872 TW873 TW874 TW875 TW876 TW877 TW878 TW879 TW880 TW881 TW882 TW883 TW884 TW885 TW900 TW901 TW910 TW911 TW912 TW913 TW914 TW915 TW916 TW917 TW918 TW919 TW920 TW921 TW922 TW923 TW924 TW925 TW940 TW941 TW942 TW943 TW944 TW945 TW946 TW947 TW948 TW949 TW950 TW951 TW960 TW961 TW962 TW963 TW964 TW965 TW966 TW967 TW968 TW969 TW970 TW971 TW972 TW973 TW974 TW980 TW981 TW982 TW983 TW984 TW985 TW986 TW990 TW991 TW992 TW993 a2a adk ag-ui agno ai-studio ai-sdk alpaca anthropic atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows semantic-kernel sharegpt smolagents strands swe-agent zephyr axolotl llamafactory trl"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "text markdown json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__extract__subcmd__media)
            opts="-q -v -f -j -o -i -n -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --set --output --escape-line-separators --in-place --check --dry-run --skip-existing --sync --on-error --max-errors --report --report-level --report-summary --rejects --media-dir --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report-level)
                    COMPREPLY=($(compgen -W "error loss all" -- "${cur}"))
                    return 0
                    ;;
                --report-summary)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --media-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__filter)
            opts="-q -v -f -j -o -i -n -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --on-error --max-errors --report --report-level --report-summary --rejects --output --in-place --check --dry-run --skip-existing --sync --where --has --without --min-messages --max-messages --model --since --until --invert --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report-level)
                    COMPREPLY=($(compgen -W "error loss all" -- "${cur}"))
                    return 0
                    ;;
                --report-summary)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --has)
                    COMPREPLY=($(compgen -W "calls results errors media reasoning system tools refusals branches" -- "${cur}"))
                    return 0
                    ;;
                --without)
                    COMPREPLY=($(compgen -W "calls results errors media reasoning system tools refusals branches" -- "${cur}"))
                    return 0
                    ;;
                --min-messages)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-messages)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --model)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --since)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --until)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__formats)
            opts="-q -v -o -h -V --quiet --verbose --color --progress --config --isolated --output-format --json --output --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help)
            opts="convert validate migrate-ids diff prepare clone compact replay show lineage normalize statements stats filter dedupe sample sort split merge inline-media extract-media detect formats schema config explain completions man help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__clone)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__compact)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__completions)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__config)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__convert)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__dedupe)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__detect)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__diff)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__explain)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__extract__subcmd__media)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__filter)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__formats)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__help)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__inline__subcmd__media)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__lineage)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__man)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__merge)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__migrate__subcmd__ids)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__normalize)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__prepare)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__replay)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__sample)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__schema)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__show)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__sort)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__split)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__statements)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__stats)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__help__subcmd__validate)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__inline__subcmd__media)
            opts="-q -v -f -j -o -i -n -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --set --output --escape-line-separators --in-place --check --dry-run --skip-existing --sync --on-error --max-errors --report --report-level --report-summary --rejects --media-dir --cache --offline --allow-type --max-item-bytes --max-total-bytes --on-media-error --max-media-errors --allow-host --allow-private-hosts --max-redirects --timeout --retries --jobs-per-host --proxy --proxy-from-env --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report-level)
                    COMPREPLY=($(compgen -W "error loss all" -- "${cur}"))
                    return 0
                    ;;
                --report-summary)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --media-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cache)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --allow-type)
                    COMPREPLY=($(compgen -W "image audio video pdf text" -- "${cur}"))
                    return 0
                    ;;
                --max-item-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-total-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-media-error)
                    COMPREPLY=($(compgen -W "keep fail" -- "${cur}"))
                    return 0
                    ;;
                --max-media-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --allow-host)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-redirects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --retries)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs-per-host)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --proxy)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__lineage)
            opts="-q -v -f -j -o -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --on-error --max-errors --lineage --output-format --json --output --dot --mermaid --pretty --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --lineage)
                    COMPREPLY=($(compgen -W "auto explicit previous" -- "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "text json mermaid dot svg html" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__man)
            opts="-q -v -h -V --quiet --verbose --color --progress --config --isolated --help --version clone compact completions config convert dedupe detect diff explain extract-media filter formats inline-media lineage man merge migrate-ids normalize prepare replay sample schema show sort split statements statements-branch statements-diff statements-edit statements-from-messages statements-replay statements-run stats validate"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__merge)
            opts="-q -v -f -j -o -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --on-error --max-errors --report --report-level --report-summary --rejects --framing --messages --all --memory --output --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report-level)
                    COMPREPLY=($(compgen -W "error loss all" -- "${cur}"))
                    return 0
                    ;;
                --report-summary)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "lines array" -- "${cur}"))
                    return 0
                    ;;
                --memory)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__migrate__subcmd__ids)
            opts="-q -v -f -j -o -i -n -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --scheme --which --scope --namespace --for --allow-dangling --map-out --map-in --reverse --shared-map --set --output --escape-line-separators --in-place --check --dry-run --skip-existing --sync --framing --pretty --compact --on-error --max-errors --report --report-level --report-summary --rejects --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --scheme)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --which)
                    COMPREPLY=($(compgen -W "missing invalid all" -- "${cur}"))
                    return 0
                    ;;
                --scope)
                    COMPREPLY=($(compgen -W "message call run thread conversation all" -- "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --for)
                    COMPREPLY=($(compgen -W "adk ai-sdk anthropic atif bedrock claude-code codex gemini-cli hf-sts keprompt-prompt keprompt-statements mistral-text mistral openai-responses opencode pi pydantic-ai" -- "${cur}"))
                    return 0
                    ;;
                --map-out)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --map-in)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report-level)
                    COMPREPLY=($(compgen -W "error loss all" -- "${cur}"))
                    return 0
                    ;;
                --report-summary)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__normalize)
            opts="-q -v -f -j -o -i -n -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --output --escape-line-separators --framing --pretty --compact --on-error --max-errors --report --report-level --report-summary --rejects --in-place --check --dry-run --skip-existing --sync --reverse --lineage --by-id --lenient --assume-normalized --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "lines array sse" -- "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report-level)
                    COMPREPLY=($(compgen -W "error loss all" -- "${cur}"))
                    return 0
                    ;;
                --report-summary)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --lineage)
                    COMPREPLY=($(compgen -W "auto explicit previous" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__prepare)
            opts="-q -v -f -j -o -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --output --escape-line-separators --framing --pretty --compact --set --strict --allow --on-error --max-errors --report --report-level --report-summary --rejects --branch --order --new-instruction --new --request-model --contents --now --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -W "TW001 TW002 TW003 TW004 TW005 TW006 TW007 TW008 TW009 TW010 TW011 TW101 TW102 TW103 TW104 TW105 TW106 TW107 TW108 TW109 TW110 TW111 TW112 TW201 TW202 TW203 TW204 TW205 TW206 TW207 TW208 TW209 TW212 TW213 TW214 TW215 TW216 TW217 TW218 TW219 TW220 TW221 TW222 TW223 TW224 TW225 TW226 TW227 TW228 TW229 TW230 TW231 TW232 TW233 TW234 TW235 TW236 TW237 TW238 TW239 TW240 TW241 TW242 TW301 TW302 TW303 TW304 TW305 TW306 TW307 TW308 TW309 TW310 TW311 TW312 TW313 TW314 TW315 TW316 TW317 TW318 TW319 TW320 TW321 TW322 TW323 TW324 TW325 TW326 TW327 TW328 TW329 TW331 TW332 TW333 TW334 TW335 TW338 TW340 TW341 TW342 TW343 TW344 TW345 TW346 TW347 TW348 TW349 TW350 TW351 TW352 TW353 TW354 TW355 TW356 TW357 TW358 TW359 TW361 TW362 TW364 TW365 TW366 TW367 TW368 TW370 TW371 TW372 TW373 TW374 TW375 TW376 TW377 TW378 TW379 TW380 TW382 TW383 TW384 TW390 TW391 TW500 TW501 TW502 TW503 TW504 TW505 TW506 TW507 TW508 TW509 TW510 TW511 TW512 TW513 TW514 TW515 TW516 TW517 TW518 TW519 TW520 TW521 TW522 TW523 TW524 TW525 TW526 TW527 TW528 TW529 TW530 TW531 TW540 TW541 TW542 TW543 TW544 TW545 TW546 TW547 TW548 TW549 TW550 TW560 TW561 TW562 TW563 TW564 TW565 TW580 TW581 TW582 TW583 TW584 TW585 TW586 TW587 TW588 TW590 TW600 TW601 TW602 TW603 TW604 TW605 TW606 TW607 TW608 TW609 TW610 TW620 TW621 TW622 TW623 TW624 TW625 TW626 TW627 TW628 TW629 TW630 TW631 TW632 TW633 TW634 TW635 TW636 TW637 TW638 TW639 TW640 TW641 TW642 TW643 TW644 TW645 TW646 TW647 TW648 TW649 TW650 TW651 TW652 TW653 TW654 TW660 TW661 TW662 TW663 TW664 TW665 TW666 TW667 TW668 TW669 TW670 TW671 TW672 TW673 TW680 TW681 TW682 TW683 TW684 TW685 TW686 TW687 TW689 TW690 TW691 TW693 TW694 TW695 TW696 TW697 TW698 TW699 TW700 TW701 TW702 TW703 TW704 TW705 TW706 TW707 TW708 TW709 TW710 TW711 TW712 TW713 TW714 TW715 TW716 TW717 TW718 TW719 TW720 TW721 TW722 TW723 TW724 TW725 TW726 TW727 TW728 TW729 TW730 TW731 TW732 TW733 TW734 TW735 TW736 TW737 TW738 TW739 TW740 TW741 TW742 TW743 TW744 TW745 TW746 TW747 TW748 TW749 TW750 TW751 TW752 TW755 TW760 TW761 TW762 TW765 TW780 TW781 TW782 TW783 TW784 TW785 TW786 TW787 TW788 TW789 TW790 TW791 TW792 TW793 TW794 TW795 TW796 TW797 TW798 TW799 TW800 TW801 TW802 TW803 TW804 TW805 TW806 TW807 TW808 TW809 TW810 TW811 TW812 TW813 TW814 TW815 TW816 TW817 TW818 TW820 TW830 TW831 TW832 TW833 TW834 TW835 TW836 TW837 TW838 TW839 TW840 TW841 TW842 TW843 TW844 TW845 TW846 TW847 TW848 TW849 TW850 TW851 TW852 TW853 TW854 TW855 TW856 TW857 TW858 TW859 TW860 TW861 TW862 TW863 TW864 TW865 TW866 TW867 TW868 TW869 TW870 TW871 TW872 TW873 TW874 TW875 TW876 TW877 TW878 TW879 TW880 TW881 TW882 TW883 TW884 TW885 TW900 TW901 TW910 TW911 TW912 TW913 TW914 TW915 TW916 TW917 TW918 TW919 TW920 TW921 TW922 TW923 TW924 TW925 TW940 TW941 TW942 TW943 TW944 TW945 TW946 TW947 TW948 TW949 TW950 TW951 TW960 TW961 TW962 TW963 TW964 TW965 TW966 TW967 TW968 TW969 TW970 TW971 TW972 TW973 TW974 TW980 TW981 TW982 TW983 TW984 TW985 TW986 TW990 TW991 TW992 TW993" -- "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report-level)
                    COMPREPLY=($(compgen -W "error loss all" -- "${cur}"))
                    return 0
                    ;;
                --report-summary)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --branch)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --new)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --new-instruction)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --request-model)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --now)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__replay)
            opts="-q -v -f -j -o -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --output --escape-line-separators --framing --pretty --compact --on-error --max-errors --report --report-level --report-summary --rejects --run --thread --last --step --messages --state --events --lineage --on-duplicate --lenient --allow-missing-parent --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "lines array sse" -- "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report-level)
                    COMPREPLY=($(compgen -W "error loss all" -- "${cur}"))
                    return 0
                    ;;
                --report-summary)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --run)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --thread)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --lineage)
                    COMPREPLY=($(compgen -W "auto explicit previous" -- "${cur}"))
                    return 0
                    ;;
                --on-duplicate)
                    COMPREPLY=($(compgen -W "first last all" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__sample)
            opts="-q -v -f -j -o -i -n -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --on-error --max-errors --report --report-level --report-summary --rejects --output --in-place --check --dry-run --skip-existing --sync --limit --seed --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report-level)
                    COMPREPLY=($(compgen -W "error loss all" -- "${cur}"))
                    return 0
                    ;;
                --report-summary)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__schema)
            opts="-q -v -h -V --quiet --verbose --color --progress --config --isolated --help --version a2a adk ag-ui agno ai-studio ai-sdk alpaca anthropic atif autogen bedrock chatgpt claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini haystack hf inspect keprompt keprompt-chat keprompt-statements librechat langchain lionpride livekit llamafactory-v1 llamaindex ms-agent ms-swift open-webui openai openai-agents openai-responses otel patterpunk picklebot qwen-code pydantic-ai rows semantic-kernel sharegpt smolagents strands baseline carry config detect diff error-line explain finding-counts findings formats id-map lineage record-findings report settings stats summary"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__show)
            opts="-q -v -f -j -o -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --on-error --max-errors --json --output --limit --record --grep --only --branch --sidechains --findings --media-dir --full --width --no-pager --output-format --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --record)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --grep)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -W "system user assistant tool text reasoning calls results media" -- "${cur}"))
                    return 0
                    ;;
                --branch)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --media-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --width)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "terminal markdown html" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__sort)
            opts="-q -v -f -j -i -n -o -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --on-error --max-errors --report --report-level --report-summary --rejects --in-place --check --dry-run --skip-existing --sync --by --reverse --memory --output --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report-level)
                    COMPREPLY=($(compgen -W "error loss all" -- "${cur}"))
                    return 0
                    ;;
                --report-summary)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --by)
                    COMPREPLY=($(compgen -W "time id length messages" -- "${cur}"))
                    return 0
                    ;;
                --memory)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__split)
            opts="-q -v -f -j -o -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --on-error --max-errors --report --report-level --report-summary --rejects --output --limit --size --each --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report-level)
                    COMPREPLY=($(compgen -W "error loss all" -- "${cur}"))
                    return 0
                    ;;
                --report-summary)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__statements)
            opts="-q -v -h -V --quiet --verbose --color --progress --config --isolated --help --version run from-messages diff replay edit branch help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__statements__subcmd__branch)
            opts="-o -q -v -h -V --max-expansion --chat --documented --output --pretty --strict --allow --report --max-record-bytes --index --new-id --now --quiet --verbose --color --progress --config --isolated --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --chat)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -W "TW001 TW002 TW003 TW004 TW005 TW006 TW007 TW008 TW009 TW010 TW011 TW101 TW102 TW103 TW104 TW105 TW106 TW107 TW108 TW109 TW110 TW111 TW112 TW201 TW202 TW203 TW204 TW205 TW206 TW207 TW208 TW209 TW212 TW213 TW214 TW215 TW216 TW217 TW218 TW219 TW220 TW221 TW222 TW223 TW224 TW225 TW226 TW227 TW228 TW229 TW230 TW231 TW232 TW233 TW234 TW235 TW236 TW237 TW238 TW239 TW240 TW241 TW242 TW301 TW302 TW303 TW304 TW305 TW306 TW307 TW308 TW309 TW310 TW311 TW312 TW313 TW314 TW315 TW316 TW317 TW318 TW319 TW320 TW321 TW322 TW323 TW324 TW325 TW326 TW327 TW328 TW329 TW331 TW332 TW333 TW334 TW335 TW338 TW340 TW341 TW342 TW343 TW344 TW345 TW346 TW347 TW348 TW349 TW350 TW351 TW352 TW353 TW354 TW355 TW356 TW357 TW358 TW359 TW361 TW362 TW364 TW365 TW366 TW367 TW368 TW370 TW371 TW372 TW373 TW374 TW375 TW376 TW377 TW378 TW379 TW380 TW382 TW383 TW384 TW390 TW391 TW500 TW501 TW502 TW503 TW504 TW505 TW506 TW507 TW508 TW509 TW510 TW511 TW512 TW513 TW514 TW515 TW516 TW517 TW518 TW519 TW520 TW521 TW522 TW523 TW524 TW525 TW526 TW527 TW528 TW529 TW530 TW531 TW540 TW541 TW542 TW543 TW544 TW545 TW546 TW547 TW548 TW549 TW550 TW560 TW561 TW562 TW563 TW564 TW565 TW580 TW581 TW582 TW583 TW584 TW585 TW586 TW587 TW588 TW590 TW600 TW601 TW602 TW603 TW604 TW605 TW606 TW607 TW608 TW609 TW610 TW620 TW621 TW622 TW623 TW624 TW625 TW626 TW627 TW628 TW629 TW630 TW631 TW632 TW633 TW634 TW635 TW636 TW637 TW638 TW639 TW640 TW641 TW642 TW643 TW644 TW645 TW646 TW647 TW648 TW649 TW650 TW651 TW652 TW653 TW654 TW660 TW661 TW662 TW663 TW664 TW665 TW666 TW667 TW668 TW669 TW670 TW671 TW672 TW673 TW680 TW681 TW682 TW683 TW684 TW685 TW686 TW687 TW689 TW690 TW691 TW693 TW694 TW695 TW696 TW697 TW698 TW699 TW700 TW701 TW702 TW703 TW704 TW705 TW706 TW707 TW708 TW709 TW710 TW711 TW712 TW713 TW714 TW715 TW716 TW717 TW718 TW719 TW720 TW721 TW722 TW723 TW724 TW725 TW726 TW727 TW728 TW729 TW730 TW731 TW732 TW733 TW734 TW735 TW736 TW737 TW738 TW739 TW740 TW741 TW742 TW743 TW744 TW745 TW746 TW747 TW748 TW749 TW750 TW751 TW752 TW755 TW760 TW761 TW762 TW765 TW780 TW781 TW782 TW783 TW784 TW785 TW786 TW787 TW788 TW789 TW790 TW791 TW792 TW793 TW794 TW795 TW796 TW797 TW798 TW799 TW800 TW801 TW802 TW803 TW804 TW805 TW806 TW807 TW808 TW809 TW810 TW811 TW812 TW813 TW814 TW815 TW816 TW817 TW818 TW820 TW830 TW831 TW832 TW833 TW834 TW835 TW836 TW837 TW838 TW839 TW840 TW841 TW842 TW843 TW844 TW845 TW846 TW847 TW848 TW849 TW850 TW851 TW852 TW853 TW854 TW855 TW856 TW857 TW858 TW859 TW860 TW861 TW862 TW863 TW864 TW865 TW866 TW867 TW868 TW869 TW870 TW871 TW872 TW873 TW874 TW875 TW876 TW877 TW878 TW879 TW880 TW881 TW882 TW883 TW884 TW885 TW900 TW901 TW910 TW911 TW912 TW913 TW914 TW915 TW916 TW917 TW918 TW919 TW920 TW921 TW922 TW923 TW924 TW925 TW940 TW941 TW942 TW943 TW944 TW945 TW946 TW947 TW948 TW949 TW950 TW951 TW960 TW961 TW962 TW963 TW964 TW965 TW966 TW967 TW968 TW969 TW970 TW971 TW972 TW973 TW974 TW980 TW981 TW982 TW983 TW984 TW985 TW986 TW990 TW991 TW992 TW993" -- "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --index)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --new-id)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --now)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__statements__subcmd__diff)
            opts="-o -q -v -h -V --max-expansion --chat --documented --output --pretty --strict --allow --report --max-record-bytes --dir --output-format --json --quiet --verbose --color --progress --config --isolated --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --chat)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -W "TW001 TW002 TW003 TW004 TW005 TW006 TW007 TW008 TW009 TW010 TW011 TW101 TW102 TW103 TW104 TW105 TW106 TW107 TW108 TW109 TW110 TW111 TW112 TW201 TW202 TW203 TW204 TW205 TW206 TW207 TW208 TW209 TW212 TW213 TW214 TW215 TW216 TW217 TW218 TW219 TW220 TW221 TW222 TW223 TW224 TW225 TW226 TW227 TW228 TW229 TW230 TW231 TW232 TW233 TW234 TW235 TW236 TW237 TW238 TW239 TW240 TW241 TW242 TW301 TW302 TW303 TW304 TW305 TW306 TW307 TW308 TW309 TW310 TW311 TW312 TW313 TW314 TW315 TW316 TW317 TW318 TW319 TW320 TW321 TW322 TW323 TW324 TW325 TW326 TW327 TW328 TW329 TW331 TW332 TW333 TW334 TW335 TW338 TW340 TW341 TW342 TW343 TW344 TW345 TW346 TW347 TW348 TW349 TW350 TW351 TW352 TW353 TW354 TW355 TW356 TW357 TW358 TW359 TW361 TW362 TW364 TW365 TW366 TW367 TW368 TW370 TW371 TW372 TW373 TW374 TW375 TW376 TW377 TW378 TW379 TW380 TW382 TW383 TW384 TW390 TW391 TW500 TW501 TW502 TW503 TW504 TW505 TW506 TW507 TW508 TW509 TW510 TW511 TW512 TW513 TW514 TW515 TW516 TW517 TW518 TW519 TW520 TW521 TW522 TW523 TW524 TW525 TW526 TW527 TW528 TW529 TW530 TW531 TW540 TW541 TW542 TW543 TW544 TW545 TW546 TW547 TW548 TW549 TW550 TW560 TW561 TW562 TW563 TW564 TW565 TW580 TW581 TW582 TW583 TW584 TW585 TW586 TW587 TW588 TW590 TW600 TW601 TW602 TW603 TW604 TW605 TW606 TW607 TW608 TW609 TW610 TW620 TW621 TW622 TW623 TW624 TW625 TW626 TW627 TW628 TW629 TW630 TW631 TW632 TW633 TW634 TW635 TW636 TW637 TW638 TW639 TW640 TW641 TW642 TW643 TW644 TW645 TW646 TW647 TW648 TW649 TW650 TW651 TW652 TW653 TW654 TW660 TW661 TW662 TW663 TW664 TW665 TW666 TW667 TW668 TW669 TW670 TW671 TW672 TW673 TW680 TW681 TW682 TW683 TW684 TW685 TW686 TW687 TW689 TW690 TW691 TW693 TW694 TW695 TW696 TW697 TW698 TW699 TW700 TW701 TW702 TW703 TW704 TW705 TW706 TW707 TW708 TW709 TW710 TW711 TW712 TW713 TW714 TW715 TW716 TW717 TW718 TW719 TW720 TW721 TW722 TW723 TW724 TW725 TW726 TW727 TW728 TW729 TW730 TW731 TW732 TW733 TW734 TW735 TW736 TW737 TW738 TW739 TW740 TW741 TW742 TW743 TW744 TW745 TW746 TW747 TW748 TW749 TW750 TW751 TW752 TW755 TW760 TW761 TW762 TW765 TW780 TW781 TW782 TW783 TW784 TW785 TW786 TW787 TW788 TW789 TW790 TW791 TW792 TW793 TW794 TW795 TW796 TW797 TW798 TW799 TW800 TW801 TW802 TW803 TW804 TW805 TW806 TW807 TW808 TW809 TW810 TW811 TW812 TW813 TW814 TW815 TW816 TW817 TW818 TW820 TW830 TW831 TW832 TW833 TW834 TW835 TW836 TW837 TW838 TW839 TW840 TW841 TW842 TW843 TW844 TW845 TW846 TW847 TW848 TW849 TW850 TW851 TW852 TW853 TW854 TW855 TW856 TW857 TW858 TW859 TW860 TW861 TW862 TW863 TW864 TW865 TW866 TW867 TW868 TW869 TW870 TW871 TW872 TW873 TW874 TW875 TW876 TW877 TW878 TW879 TW880 TW881 TW882 TW883 TW884 TW885 TW900 TW901 TW910 TW911 TW912 TW913 TW914 TW915 TW916 TW917 TW918 TW919 TW920 TW921 TW922 TW923 TW924 TW925 TW940 TW941 TW942 TW943 TW944 TW945 TW946 TW947 TW948 TW949 TW950 TW951 TW960 TW961 TW962 TW963 TW964 TW965 TW966 TW967 TW968 TW969 TW970 TW971 TW972 TW973 TW974 TW980 TW981 TW982 TW983 TW984 TW985 TW986 TW990 TW991 TW992 TW993" -- "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__statements__subcmd__edit)
            opts="-o -q -v -h -V --max-expansion --chat --documented --output --pretty --strict --allow --report --max-record-bytes --index --append --set-value --keyword --delete --insert-before --keep-messages --quiet --verbose --color --progress --config --isolated --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --chat)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -W "TW001 TW002 TW003 TW004 TW005 TW006 TW007 TW008 TW009 TW010 TW011 TW101 TW102 TW103 TW104 TW105 TW106 TW107 TW108 TW109 TW110 TW111 TW112 TW201 TW202 TW203 TW204 TW205 TW206 TW207 TW208 TW209 TW212 TW213 TW214 TW215 TW216 TW217 TW218 TW219 TW220 TW221 TW222 TW223 TW224 TW225 TW226 TW227 TW228 TW229 TW230 TW231 TW232 TW233 TW234 TW235 TW236 TW237 TW238 TW239 TW240 TW241 TW242 TW301 TW302 TW303 TW304 TW305 TW306 TW307 TW308 TW309 TW310 TW311 TW312 TW313 TW314 TW315 TW316 TW317 TW318 TW319 TW320 TW321 TW322 TW323 TW324 TW325 TW326 TW327 TW328 TW329 TW331 TW332 TW333 TW334 TW335 TW338 TW340 TW341 TW342 TW343 TW344 TW345 TW346 TW347 TW348 TW349 TW350 TW351 TW352 TW353 TW354 TW355 TW356 TW357 TW358 TW359 TW361 TW362 TW364 TW365 TW366 TW367 TW368 TW370 TW371 TW372 TW373 TW374 TW375 TW376 TW377 TW378 TW379 TW380 TW382 TW383 TW384 TW390 TW391 TW500 TW501 TW502 TW503 TW504 TW505 TW506 TW507 TW508 TW509 TW510 TW511 TW512 TW513 TW514 TW515 TW516 TW517 TW518 TW519 TW520 TW521 TW522 TW523 TW524 TW525 TW526 TW527 TW528 TW529 TW530 TW531 TW540 TW541 TW542 TW543 TW544 TW545 TW546 TW547 TW548 TW549 TW550 TW560 TW561 TW562 TW563 TW564 TW565 TW580 TW581 TW582 TW583 TW584 TW585 TW586 TW587 TW588 TW590 TW600 TW601 TW602 TW603 TW604 TW605 TW606 TW607 TW608 TW609 TW610 TW620 TW621 TW622 TW623 TW624 TW625 TW626 TW627 TW628 TW629 TW630 TW631 TW632 TW633 TW634 TW635 TW636 TW637 TW638 TW639 TW640 TW641 TW642 TW643 TW644 TW645 TW646 TW647 TW648 TW649 TW650 TW651 TW652 TW653 TW654 TW660 TW661 TW662 TW663 TW664 TW665 TW666 TW667 TW668 TW669 TW670 TW671 TW672 TW673 TW680 TW681 TW682 TW683 TW684 TW685 TW686 TW687 TW689 TW690 TW691 TW693 TW694 TW695 TW696 TW697 TW698 TW699 TW700 TW701 TW702 TW703 TW704 TW705 TW706 TW707 TW708 TW709 TW710 TW711 TW712 TW713 TW714 TW715 TW716 TW717 TW718 TW719 TW720 TW721 TW722 TW723 TW724 TW725 TW726 TW727 TW728 TW729 TW730 TW731 TW732 TW733 TW734 TW735 TW736 TW737 TW738 TW739 TW740 TW741 TW742 TW743 TW744 TW745 TW746 TW747 TW748 TW749 TW750 TW751 TW752 TW755 TW760 TW761 TW762 TW765 TW780 TW781 TW782 TW783 TW784 TW785 TW786 TW787 TW788 TW789 TW790 TW791 TW792 TW793 TW794 TW795 TW796 TW797 TW798 TW799 TW800 TW801 TW802 TW803 TW804 TW805 TW806 TW807 TW808 TW809 TW810 TW811 TW812 TW813 TW814 TW815 TW816 TW817 TW818 TW820 TW830 TW831 TW832 TW833 TW834 TW835 TW836 TW837 TW838 TW839 TW840 TW841 TW842 TW843 TW844 TW845 TW846 TW847 TW848 TW849 TW850 TW851 TW852 TW853 TW854 TW855 TW856 TW857 TW858 TW859 TW860 TW861 TW862 TW863 TW864 TW865 TW866 TW867 TW868 TW869 TW870 TW871 TW872 TW873 TW874 TW875 TW876 TW877 TW878 TW879 TW880 TW881 TW882 TW883 TW884 TW885 TW900 TW901 TW910 TW911 TW912 TW913 TW914 TW915 TW916 TW917 TW918 TW919 TW920 TW921 TW922 TW923 TW924 TW925 TW940 TW941 TW942 TW943 TW944 TW945 TW946 TW947 TW948 TW949 TW950 TW951 TW960 TW961 TW962 TW963 TW964 TW965 TW966 TW967 TW968 TW969 TW970 TW971 TW972 TW973 TW974 TW980 TW981 TW982 TW983 TW984 TW985 TW986 TW990 TW991 TW992 TW993" -- "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --index)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set-value)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --keyword)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__statements__subcmd__from__subcmd__messages)
            opts="-o -q -v -h -V --max-expansion --chat --documented --output --pretty --strict --allow --report --max-record-bytes --output-format --media-dir --quiet --verbose --color --progress --config --isolated --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --chat)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -W "TW001 TW002 TW003 TW004 TW005 TW006 TW007 TW008 TW009 TW010 TW011 TW101 TW102 TW103 TW104 TW105 TW106 TW107 TW108 TW109 TW110 TW111 TW112 TW201 TW202 TW203 TW204 TW205 TW206 TW207 TW208 TW209 TW212 TW213 TW214 TW215 TW216 TW217 TW218 TW219 TW220 TW221 TW222 TW223 TW224 TW225 TW226 TW227 TW228 TW229 TW230 TW231 TW232 TW233 TW234 TW235 TW236 TW237 TW238 TW239 TW240 TW241 TW242 TW301 TW302 TW303 TW304 TW305 TW306 TW307 TW308 TW309 TW310 TW311 TW312 TW313 TW314 TW315 TW316 TW317 TW318 TW319 TW320 TW321 TW322 TW323 TW324 TW325 TW326 TW327 TW328 TW329 TW331 TW332 TW333 TW334 TW335 TW338 TW340 TW341 TW342 TW343 TW344 TW345 TW346 TW347 TW348 TW349 TW350 TW351 TW352 TW353 TW354 TW355 TW356 TW357 TW358 TW359 TW361 TW362 TW364 TW365 TW366 TW367 TW368 TW370 TW371 TW372 TW373 TW374 TW375 TW376 TW377 TW378 TW379 TW380 TW382 TW383 TW384 TW390 TW391 TW500 TW501 TW502 TW503 TW504 TW505 TW506 TW507 TW508 TW509 TW510 TW511 TW512 TW513 TW514 TW515 TW516 TW517 TW518 TW519 TW520 TW521 TW522 TW523 TW524 TW525 TW526 TW527 TW528 TW529 TW530 TW531 TW540 TW541 TW542 TW543 TW544 TW545 TW546 TW547 TW548 TW549 TW550 TW560 TW561 TW562 TW563 TW564 TW565 TW580 TW581 TW582 TW583 TW584 TW585 TW586 TW587 TW588 TW590 TW600 TW601 TW602 TW603 TW604 TW605 TW606 TW607 TW608 TW609 TW610 TW620 TW621 TW622 TW623 TW624 TW625 TW626 TW627 TW628 TW629 TW630 TW631 TW632 TW633 TW634 TW635 TW636 TW637 TW638 TW639 TW640 TW641 TW642 TW643 TW644 TW645 TW646 TW647 TW648 TW649 TW650 TW651 TW652 TW653 TW654 TW660 TW661 TW662 TW663 TW664 TW665 TW666 TW667 TW668 TW669 TW670 TW671 TW672 TW673 TW680 TW681 TW682 TW683 TW684 TW685 TW686 TW687 TW689 TW690 TW691 TW693 TW694 TW695 TW696 TW697 TW698 TW699 TW700 TW701 TW702 TW703 TW704 TW705 TW706 TW707 TW708 TW709 TW710 TW711 TW712 TW713 TW714 TW715 TW716 TW717 TW718 TW719 TW720 TW721 TW722 TW723 TW724 TW725 TW726 TW727 TW728 TW729 TW730 TW731 TW732 TW733 TW734 TW735 TW736 TW737 TW738 TW739 TW740 TW741 TW742 TW743 TW744 TW745 TW746 TW747 TW748 TW749 TW750 TW751 TW752 TW755 TW760 TW761 TW762 TW765 TW780 TW781 TW782 TW783 TW784 TW785 TW786 TW787 TW788 TW789 TW790 TW791 TW792 TW793 TW794 TW795 TW796 TW797 TW798 TW799 TW800 TW801 TW802 TW803 TW804 TW805 TW806 TW807 TW808 TW809 TW810 TW811 TW812 TW813 TW814 TW815 TW816 TW817 TW818 TW820 TW830 TW831 TW832 TW833 TW834 TW835 TW836 TW837 TW838 TW839 TW840 TW841 TW842 TW843 TW844 TW845 TW846 TW847 TW848 TW849 TW850 TW851 TW852 TW853 TW854 TW855 TW856 TW857 TW858 TW859 TW860 TW861 TW862 TW863 TW864 TW865 TW866 TW867 TW868 TW869 TW870 TW871 TW872 TW873 TW874 TW875 TW876 TW877 TW878 TW879 TW880 TW881 TW882 TW883 TW884 TW885 TW900 TW901 TW910 TW911 TW912 TW913 TW914 TW915 TW916 TW917 TW918 TW919 TW920 TW921 TW922 TW923 TW924 TW925 TW940 TW941 TW942 TW943 TW944 TW945 TW946 TW947 TW948 TW949 TW950 TW951 TW960 TW961 TW962 TW963 TW964 TW965 TW966 TW967 TW968 TW969 TW970 TW971 TW972 TW973 TW974 TW980 TW981 TW982 TW983 TW984 TW985 TW986 TW990 TW991 TW992 TW993" -- "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "json prompt" -- "${cur}"))
                    return 0
                    ;;
                --media-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__statements__subcmd__help)
            opts="run from-messages diff replay edit branch help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__statements__subcmd__help__subcmd__branch)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__statements__subcmd__help__subcmd__diff)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__statements__subcmd__help__subcmd__edit)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__statements__subcmd__help__subcmd__from__subcmd__messages)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__statements__subcmd__help__subcmd__help)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__statements__subcmd__help__subcmd__replay)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__statements__subcmd__help__subcmd__run)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__statements__subcmd__replay)
            opts="-o -q -v -h -V --max-expansion --chat --documented --output --pretty --strict --allow --report --max-record-bytes --exec --params --dir --continue-after-exit --first --last --to --splice --quiet --verbose --color --progress --config --isolated --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --chat)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -W "TW001 TW002 TW003 TW004 TW005 TW006 TW007 TW008 TW009 TW010 TW011 TW101 TW102 TW103 TW104 TW105 TW106 TW107 TW108 TW109 TW110 TW111 TW112 TW201 TW202 TW203 TW204 TW205 TW206 TW207 TW208 TW209 TW212 TW213 TW214 TW215 TW216 TW217 TW218 TW219 TW220 TW221 TW222 TW223 TW224 TW225 TW226 TW227 TW228 TW229 TW230 TW231 TW232 TW233 TW234 TW235 TW236 TW237 TW238 TW239 TW240 TW241 TW242 TW301 TW302 TW303 TW304 TW305 TW306 TW307 TW308 TW309 TW310 TW311 TW312 TW313 TW314 TW315 TW316 TW317 TW318 TW319 TW320 TW321 TW322 TW323 TW324 TW325 TW326 TW327 TW328 TW329 TW331 TW332 TW333 TW334 TW335 TW338 TW340 TW341 TW342 TW343 TW344 TW345 TW346 TW347 TW348 TW349 TW350 TW351 TW352 TW353 TW354 TW355 TW356 TW357 TW358 TW359 TW361 TW362 TW364 TW365 TW366 TW367 TW368 TW370 TW371 TW372 TW373 TW374 TW375 TW376 TW377 TW378 TW379 TW380 TW382 TW383 TW384 TW390 TW391 TW500 TW501 TW502 TW503 TW504 TW505 TW506 TW507 TW508 TW509 TW510 TW511 TW512 TW513 TW514 TW515 TW516 TW517 TW518 TW519 TW520 TW521 TW522 TW523 TW524 TW525 TW526 TW527 TW528 TW529 TW530 TW531 TW540 TW541 TW542 TW543 TW544 TW545 TW546 TW547 TW548 TW549 TW550 TW560 TW561 TW562 TW563 TW564 TW565 TW580 TW581 TW582 TW583 TW584 TW585 TW586 TW587 TW588 TW590 TW600 TW601 TW602 TW603 TW604 TW605 TW606 TW607 TW608 TW609 TW610 TW620 TW621 TW622 TW623 TW624 TW625 TW626 TW627 TW628 TW629 TW630 TW631 TW632 TW633 TW634 TW635 TW636 TW637 TW638 TW639 TW640 TW641 TW642 TW643 TW644 TW645 TW646 TW647 TW648 TW649 TW650 TW651 TW652 TW653 TW654 TW660 TW661 TW662 TW663 TW664 TW665 TW666 TW667 TW668 TW669 TW670 TW671 TW672 TW673 TW680 TW681 TW682 TW683 TW684 TW685 TW686 TW687 TW689 TW690 TW691 TW693 TW694 TW695 TW696 TW697 TW698 TW699 TW700 TW701 TW702 TW703 TW704 TW705 TW706 TW707 TW708 TW709 TW710 TW711 TW712 TW713 TW714 TW715 TW716 TW717 TW718 TW719 TW720 TW721 TW722 TW723 TW724 TW725 TW726 TW727 TW728 TW729 TW730 TW731 TW732 TW733 TW734 TW735 TW736 TW737 TW738 TW739 TW740 TW741 TW742 TW743 TW744 TW745 TW746 TW747 TW748 TW749 TW750 TW751 TW752 TW755 TW760 TW761 TW762 TW765 TW780 TW781 TW782 TW783 TW784 TW785 TW786 TW787 TW788 TW789 TW790 TW791 TW792 TW793 TW794 TW795 TW796 TW797 TW798 TW799 TW800 TW801 TW802 TW803 TW804 TW805 TW806 TW807 TW808 TW809 TW810 TW811 TW812 TW813 TW814 TW815 TW816 TW817 TW818 TW820 TW830 TW831 TW832 TW833 TW834 TW835 TW836 TW837 TW838 TW839 TW840 TW841 TW842 TW843 TW844 TW845 TW846 TW847 TW848 TW849 TW850 TW851 TW852 TW853 TW854 TW855 TW856 TW857 TW858 TW859 TW860 TW861 TW862 TW863 TW864 TW865 TW866 TW867 TW868 TW869 TW870 TW871 TW872 TW873 TW874 TW875 TW876 TW877 TW878 TW879 TW880 TW881 TW882 TW883 TW884 TW885 TW900 TW901 TW910 TW911 TW912 TW913 TW914 TW915 TW916 TW917 TW918 TW919 TW920 TW921 TW922 TW923 TW924 TW925 TW940 TW941 TW942 TW943 TW944 TW945 TW946 TW947 TW948 TW949 TW950 TW951 TW960 TW961 TW962 TW963 TW964 TW965 TW966 TW967 TW968 TW969 TW970 TW971 TW972 TW973 TW974 TW980 TW981 TW982 TW983 TW984 TW985 TW986 TW990 TW991 TW992 TW993" -- "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --exec)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --params)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__statements__subcmd__run)
            opts="-o -q -v -h -V --max-expansion --chat --documented --output --pretty --strict --allow --report --max-record-bytes --exec --params --dir --continue-after-exit --quiet --verbose --color --progress --config --isolated --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --chat)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -W "TW001 TW002 TW003 TW004 TW005 TW006 TW007 TW008 TW009 TW010 TW011 TW101 TW102 TW103 TW104 TW105 TW106 TW107 TW108 TW109 TW110 TW111 TW112 TW201 TW202 TW203 TW204 TW205 TW206 TW207 TW208 TW209 TW212 TW213 TW214 TW215 TW216 TW217 TW218 TW219 TW220 TW221 TW222 TW223 TW224 TW225 TW226 TW227 TW228 TW229 TW230 TW231 TW232 TW233 TW234 TW235 TW236 TW237 TW238 TW239 TW240 TW241 TW242 TW301 TW302 TW303 TW304 TW305 TW306 TW307 TW308 TW309 TW310 TW311 TW312 TW313 TW314 TW315 TW316 TW317 TW318 TW319 TW320 TW321 TW322 TW323 TW324 TW325 TW326 TW327 TW328 TW329 TW331 TW332 TW333 TW334 TW335 TW338 TW340 TW341 TW342 TW343 TW344 TW345 TW346 TW347 TW348 TW349 TW350 TW351 TW352 TW353 TW354 TW355 TW356 TW357 TW358 TW359 TW361 TW362 TW364 TW365 TW366 TW367 TW368 TW370 TW371 TW372 TW373 TW374 TW375 TW376 TW377 TW378 TW379 TW380 TW382 TW383 TW384 TW390 TW391 TW500 TW501 TW502 TW503 TW504 TW505 TW506 TW507 TW508 TW509 TW510 TW511 TW512 TW513 TW514 TW515 TW516 TW517 TW518 TW519 TW520 TW521 TW522 TW523 TW524 TW525 TW526 TW527 TW528 TW529 TW530 TW531 TW540 TW541 TW542 TW543 TW544 TW545 TW546 TW547 TW548 TW549 TW550 TW560 TW561 TW562 TW563 TW564 TW565 TW580 TW581 TW582 TW583 TW584 TW585 TW586 TW587 TW588 TW590 TW600 TW601 TW602 TW603 TW604 TW605 TW606 TW607 TW608 TW609 TW610 TW620 TW621 TW622 TW623 TW624 TW625 TW626 TW627 TW628 TW629 TW630 TW631 TW632 TW633 TW634 TW635 TW636 TW637 TW638 TW639 TW640 TW641 TW642 TW643 TW644 TW645 TW646 TW647 TW648 TW649 TW650 TW651 TW652 TW653 TW654 TW660 TW661 TW662 TW663 TW664 TW665 TW666 TW667 TW668 TW669 TW670 TW671 TW672 TW673 TW680 TW681 TW682 TW683 TW684 TW685 TW686 TW687 TW689 TW690 TW691 TW693 TW694 TW695 TW696 TW697 TW698 TW699 TW700 TW701 TW702 TW703 TW704 TW705 TW706 TW707 TW708 TW709 TW710 TW711 TW712 TW713 TW714 TW715 TW716 TW717 TW718 TW719 TW720 TW721 TW722 TW723 TW724 TW725 TW726 TW727 TW728 TW729 TW730 TW731 TW732 TW733 TW734 TW735 TW736 TW737 TW738 TW739 TW740 TW741 TW742 TW743 TW744 TW745 TW746 TW747 TW748 TW749 TW750 TW751 TW752 TW755 TW760 TW761 TW762 TW765 TW780 TW781 TW782 TW783 TW784 TW785 TW786 TW787 TW788 TW789 TW790 TW791 TW792 TW793 TW794 TW795 TW796 TW797 TW798 TW799 TW800 TW801 TW802 TW803 TW804 TW805 TW806 TW807 TW808 TW809 TW810 TW811 TW812 TW813 TW814 TW815 TW816 TW817 TW818 TW820 TW830 TW831 TW832 TW833 TW834 TW835 TW836 TW837 TW838 TW839 TW840 TW841 TW842 TW843 TW844 TW845 TW846 TW847 TW848 TW849 TW850 TW851 TW852 TW853 TW854 TW855 TW856 TW857 TW858 TW859 TW860 TW861 TW862 TW863 TW864 TW865 TW866 TW867 TW868 TW869 TW870 TW871 TW872 TW873 TW874 TW875 TW876 TW877 TW878 TW879 TW880 TW881 TW882 TW883 TW884 TW885 TW900 TW901 TW910 TW911 TW912 TW913 TW914 TW915 TW916 TW917 TW918 TW919 TW920 TW921 TW922 TW923 TW924 TW925 TW940 TW941 TW942 TW943 TW944 TW945 TW946 TW947 TW948 TW949 TW950 TW951 TW960 TW961 TW962 TW963 TW964 TW965 TW966 TW967 TW968 TW969 TW970 TW971 TW972 TW973 TW974 TW980 TW981 TW982 TW983 TW984 TW985 TW986 TW990 TW991 TW992 TW993" -- "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --exec)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --params)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__stats)
            opts="-q -v -f -j -o -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --max-errors --for --output-format --json --output --html --full --pretty --on-error --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --for)
                    COMPREPLY=($(compgen -W "adk ag-ui ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif bedrock chatml claude-code codex gemini gemini-cli gemma harmony hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant keprompt keprompt-chat keprompt-prompt keprompt-statements langchain lionpride llama3 llamafactory-v1 mistral-text ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-responses opencode patterpunk pi picklebot pydantic-ai rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion sharegpt zephyr keprompt-company:openai keprompt-company:anthropic keprompt-company:gemini keprompt-company:mistral keprompt-company:deepseek keprompt-company:xai keprompt-company:openrouter keprompt-company:cerebras" -- "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "table json html" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "stop skip emit" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__validate)
            opts="-q -v -f -j -o -h -V --quiet --verbose --color --progress --config --isolated --from --columns --input-framing --at --group-by --order-by --lines --blank --exclude --include --force-exclude --label --stdin-filename --max-depth --max-expansion --max-record-bytes --jobs --for --json --output --select --ignore --extend-select --warn-as-error --lenient --statistics --max-findings --report --report-level --report-summary --max-errors --skip-unknown --baseline --write-baseline --exit-zero --fix --diff --unsafe-fixes --escape-line-separators --output-format --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "a2a adk ag-ui agno ai-studio ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif autogen bedrock chatgpt chatml claude-ai claude-code codex copilot-cli deepseek-export factory-droid gemini gemini-cli gemma harmony haystack hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant inspect keprompt keprompt-chat keprompt-prompt keprompt-statements librechat langchain lionpride livekit llama3 llamafactory-v1 llamaindex mistral-text ms-agent ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-agents openai-responses opencode openhands otel patterpunk pi picklebot qwen-code pydantic-ai request-log rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion semantic-kernel sharegpt smolagents strands swe-agent zephyr auto" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --group-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --order-by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blank)
                    COMPREPLY=($(compgen -W "skip emit" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-record-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --for)
                    COMPREPLY=($(compgen -W "adk ag-ui ai-sdk ai-sdk:v7 ai-sdk:v4 ai-sdk:model ai-sdk:model-v4 alpaca anthropic anthropic:bedrock anthropic:vertex atif bedrock chatml claude-code codex gemini gemini-cli gemma harmony hf hf:messages hf:prompt-completion hf:preference hf:kto hf:stepwise hf-sts human-assistant keprompt keprompt-chat keprompt-prompt keprompt-statements langchain lionpride llama3 llamafactory-v1 mistral-text ms-swift open-webui openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai:groq openai:huggingface openai-responses opencode patterpunk pi picklebot pydantic-ai rows rows:prompt-response rows:prompt-completion rows:dolly rows:query-response rows:question-answer rows:question-chosen rows:question-response rows:problem-solution rows:input-output rows:input-ideal rows:user-assistant rows:instruction-answer rows:instances rows:conversation rows:text-completion sharegpt zephyr keprompt-company:openai keprompt-company:anthropic keprompt-company:gemini keprompt-company:mistral keprompt-company:deepseek keprompt-company:xai keprompt-company:openrouter keprompt-company:cerebras axolotl llamafactory trl" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --select)
                    COMPREPLY=($(compgen -W "TW001 TW002 TW003 TW004 TW005 TW006 TW007 TW008 TW009 TW010 TW011 TW101 TW102 TW103 TW104 TW105 TW106 TW107 TW108 TW109 TW110 TW111 TW112 TW201 TW202 TW203 TW204 TW205 TW206 TW207 TW208 TW209 TW212 TW213 TW214 TW215 TW216 TW217 TW218 TW219 TW220 TW221 TW222 TW223 TW224 TW225 TW226 TW227 TW228 TW229 TW230 TW231 TW232 TW233 TW234 TW235 TW236 TW237 TW238 TW239 TW240 TW241 TW242 TW301 TW302 TW303 TW304 TW305 TW306 TW307 TW308 TW309 TW310 TW311 TW312 TW313 TW314 TW315 TW316 TW317 TW318 TW319 TW320 TW321 TW322 TW323 TW324 TW325 TW326 TW327 TW328 TW329 TW331 TW332 TW333 TW334 TW335 TW338 TW340 TW341 TW342 TW343 TW344 TW345 TW346 TW347 TW348 TW349 TW350 TW351 TW352 TW353 TW354 TW355 TW356 TW357 TW358 TW359 TW361 TW362 TW364 TW365 TW366 TW367 TW368 TW370 TW371 TW372 TW373 TW374 TW375 TW376 TW377 TW378 TW379 TW380 TW382 TW383 TW384 TW390 TW391 TW500 TW501 TW502 TW503 TW504 TW505 TW506 TW507 TW508 TW509 TW510 TW511 TW512 TW513 TW514 TW515 TW516 TW517 TW518 TW519 TW520 TW521 TW522 TW523 TW524 TW525 TW526 TW527 TW528 TW529 TW530 TW531 TW540 TW541 TW542 TW543 TW544 TW545 TW546 TW547 TW548 TW549 TW550 TW560 TW561 TW562 TW563 TW564 TW565 TW580 TW581 TW582 TW583 TW584 TW585 TW586 TW587 TW588 TW590 TW600 TW601 TW602 TW603 TW604 TW605 TW606 TW607 TW608 TW609 TW610 TW620 TW621 TW622 TW623 TW624 TW625 TW626 TW627 TW628 TW629 TW630 TW631 TW632 TW633 TW634 TW635 TW636 TW637 TW638 TW639 TW640 TW641 TW642 TW643 TW644 TW645 TW646 TW647 TW648 TW649 TW650 TW651 TW652 TW653 TW654 TW660 TW661 TW662 TW663 TW664 TW665 TW666 TW667 TW668 TW669 TW670 TW671 TW672 TW673 TW680 TW681 TW682 TW683 TW684 TW685 TW686 TW687 TW689 TW690 TW691 TW693 TW694 TW695 TW696 TW697 TW698 TW699 TW700 TW701 TW702 TW703 TW704 TW705 TW706 TW707 TW708 TW709 TW710 TW711 TW712 TW713 TW714 TW715 TW716 TW717 TW718 TW719 TW720 TW721 TW722 TW723 TW724 TW725 TW726 TW727 TW728 TW729 TW730 TW731 TW732 TW733 TW734 TW735 TW736 TW737 TW738 TW739 TW740 TW741 TW742 TW743 TW744 TW745 TW746 TW747 TW748 TW749 TW750 TW751 TW752 TW755 TW760 TW761 TW762 TW765 TW780 TW781 TW782 TW783 TW784 TW785 TW786 TW787 TW788 TW789 TW790 TW791 TW792 TW793 TW794 TW795 TW796 TW797 TW798 TW799 TW800 TW801 TW802 TW803 TW804 TW805 TW806 TW807 TW808 TW809 TW810 TW811 TW812 TW813 TW814 TW815 TW816 TW817 TW818 TW820 TW830 TW831 TW832 TW833 TW834 TW835 TW836 TW837 TW838 TW839 TW840 TW841 TW842 TW843 TW844 TW845 TW846 TW847 TW848 TW849 TW850 TW851 TW852 TW853 TW854 TW855 TW856 TW857 TW858 TW859 TW860 TW861 TW862 TW863 TW864 TW865 TW866 TW867 TW868 TW869 TW870 TW871 TW872 TW873 TW874 TW875 TW876 TW877 TW878 TW879 TW880 TW881 TW882 TW883 TW884 TW885 TW900 TW901 TW910 TW911 TW912 TW913 TW914 TW915 TW916 TW917 TW918 TW919 TW920 TW921 TW922 TW923 TW924 TW925 TW940 TW941 TW942 TW943 TW944 TW945 TW946 TW947 TW948 TW949 TW950 TW951 TW960 TW961 TW962 TW963 TW964 TW965 TW966 TW967 TW968 TW969 TW970 TW971 TW972 TW973 TW974 TW980 TW981 TW982 TW983 TW984 TW985 TW986 TW990 TW991 TW992 TW993" -- "${cur}"))
                    return 0
                    ;;
                --ignore)
                    COMPREPLY=($(compgen -W "TW001 TW002 TW003 TW004 TW005 TW006 TW007 TW008 TW009 TW010 TW011 TW101 TW102 TW103 TW104 TW105 TW106 TW107 TW108 TW109 TW110 TW111 TW112 TW201 TW202 TW203 TW204 TW205 TW206 TW207 TW208 TW209 TW212 TW213 TW214 TW215 TW216 TW217 TW218 TW219 TW220 TW221 TW222 TW223 TW224 TW225 TW226 TW227 TW228 TW229 TW230 TW231 TW232 TW233 TW234 TW235 TW236 TW237 TW238 TW239 TW240 TW241 TW242 TW301 TW302 TW303 TW304 TW305 TW306 TW307 TW308 TW309 TW310 TW311 TW312 TW313 TW314 TW315 TW316 TW317 TW318 TW319 TW320 TW321 TW322 TW323 TW324 TW325 TW326 TW327 TW328 TW329 TW331 TW332 TW333 TW334 TW335 TW338 TW340 TW341 TW342 TW343 TW344 TW345 TW346 TW347 TW348 TW349 TW350 TW351 TW352 TW353 TW354 TW355 TW356 TW357 TW358 TW359 TW361 TW362 TW364 TW365 TW366 TW367 TW368 TW370 TW371 TW372 TW373 TW374 TW375 TW376 TW377 TW378 TW379 TW380 TW382 TW383 TW384 TW390 TW391 TW500 TW501 TW502 TW503 TW504 TW505 TW506 TW507 TW508 TW509 TW510 TW511 TW512 TW513 TW514 TW515 TW516 TW517 TW518 TW519 TW520 TW521 TW522 TW523 TW524 TW525 TW526 TW527 TW528 TW529 TW530 TW531 TW540 TW541 TW542 TW543 TW544 TW545 TW546 TW547 TW548 TW549 TW550 TW560 TW561 TW562 TW563 TW564 TW565 TW580 TW581 TW582 TW583 TW584 TW585 TW586 TW587 TW588 TW590 TW600 TW601 TW602 TW603 TW604 TW605 TW606 TW607 TW608 TW609 TW610 TW620 TW621 TW622 TW623 TW624 TW625 TW626 TW627 TW628 TW629 TW630 TW631 TW632 TW633 TW634 TW635 TW636 TW637 TW638 TW639 TW640 TW641 TW642 TW643 TW644 TW645 TW646 TW647 TW648 TW649 TW650 TW651 TW652 TW653 TW654 TW660 TW661 TW662 TW663 TW664 TW665 TW666 TW667 TW668 TW669 TW670 TW671 TW672 TW673 TW680 TW681 TW682 TW683 TW684 TW685 TW686 TW687 TW689 TW690 TW691 TW693 TW694 TW695 TW696 TW697 TW698 TW699 TW700 TW701 TW702 TW703 TW704 TW705 TW706 TW707 TW708 TW709 TW710 TW711 TW712 TW713 TW714 TW715 TW716 TW717 TW718 TW719 TW720 TW721 TW722 TW723 TW724 TW725 TW726 TW727 TW728 TW729 TW730 TW731 TW732 TW733 TW734 TW735 TW736 TW737 TW738 TW739 TW740 TW741 TW742 TW743 TW744 TW745 TW746 TW747 TW748 TW749 TW750 TW751 TW752 TW755 TW760 TW761 TW762 TW765 TW780 TW781 TW782 TW783 TW784 TW785 TW786 TW787 TW788 TW789 TW790 TW791 TW792 TW793 TW794 TW795 TW796 TW797 TW798 TW799 TW800 TW801 TW802 TW803 TW804 TW805 TW806 TW807 TW808 TW809 TW810 TW811 TW812 TW813 TW814 TW815 TW816 TW817 TW818 TW820 TW830 TW831 TW832 TW833 TW834 TW835 TW836 TW837 TW838 TW839 TW840 TW841 TW842 TW843 TW844 TW845 TW846 TW847 TW848 TW849 TW850 TW851 TW852 TW853 TW854 TW855 TW856 TW857 TW858 TW859 TW860 TW861 TW862 TW863 TW864 TW865 TW866 TW867 TW868 TW869 TW870 TW871 TW872 TW873 TW874 TW875 TW876 TW877 TW878 TW879 TW880 TW881 TW882 TW883 TW884 TW885 TW900 TW901 TW910 TW911 TW912 TW913 TW914 TW915 TW916 TW917 TW918 TW919 TW920 TW921 TW922 TW923 TW924 TW925 TW940 TW941 TW942 TW943 TW944 TW945 TW946 TW947 TW948 TW949 TW950 TW951 TW960 TW961 TW962 TW963 TW964 TW965 TW966 TW967 TW968 TW969 TW970 TW971 TW972 TW973 TW974 TW980 TW981 TW982 TW983 TW984 TW985 TW986 TW990 TW991 TW992 TW993" -- "${cur}"))
                    return 0
                    ;;
                --extend-select)
                    COMPREPLY=($(compgen -W "TW001 TW002 TW003 TW004 TW005 TW006 TW007 TW008 TW009 TW010 TW011 TW101 TW102 TW103 TW104 TW105 TW106 TW107 TW108 TW109 TW110 TW111 TW112 TW201 TW202 TW203 TW204 TW205 TW206 TW207 TW208 TW209 TW212 TW213 TW214 TW215 TW216 TW217 TW218 TW219 TW220 TW221 TW222 TW223 TW224 TW225 TW226 TW227 TW228 TW229 TW230 TW231 TW232 TW233 TW234 TW235 TW236 TW237 TW238 TW239 TW240 TW241 TW242 TW301 TW302 TW303 TW304 TW305 TW306 TW307 TW308 TW309 TW310 TW311 TW312 TW313 TW314 TW315 TW316 TW317 TW318 TW319 TW320 TW321 TW322 TW323 TW324 TW325 TW326 TW327 TW328 TW329 TW331 TW332 TW333 TW334 TW335 TW338 TW340 TW341 TW342 TW343 TW344 TW345 TW346 TW347 TW348 TW349 TW350 TW351 TW352 TW353 TW354 TW355 TW356 TW357 TW358 TW359 TW361 TW362 TW364 TW365 TW366 TW367 TW368 TW370 TW371 TW372 TW373 TW374 TW375 TW376 TW377 TW378 TW379 TW380 TW382 TW383 TW384 TW390 TW391 TW500 TW501 TW502 TW503 TW504 TW505 TW506 TW507 TW508 TW509 TW510 TW511 TW512 TW513 TW514 TW515 TW516 TW517 TW518 TW519 TW520 TW521 TW522 TW523 TW524 TW525 TW526 TW527 TW528 TW529 TW530 TW531 TW540 TW541 TW542 TW543 TW544 TW545 TW546 TW547 TW548 TW549 TW550 TW560 TW561 TW562 TW563 TW564 TW565 TW580 TW581 TW582 TW583 TW584 TW585 TW586 TW587 TW588 TW590 TW600 TW601 TW602 TW603 TW604 TW605 TW606 TW607 TW608 TW609 TW610 TW620 TW621 TW622 TW623 TW624 TW625 TW626 TW627 TW628 TW629 TW630 TW631 TW632 TW633 TW634 TW635 TW636 TW637 TW638 TW639 TW640 TW641 TW642 TW643 TW644 TW645 TW646 TW647 TW648 TW649 TW650 TW651 TW652 TW653 TW654 TW660 TW661 TW662 TW663 TW664 TW665 TW666 TW667 TW668 TW669 TW670 TW671 TW672 TW673 TW680 TW681 TW682 TW683 TW684 TW685 TW686 TW687 TW689 TW690 TW691 TW693 TW694 TW695 TW696 TW697 TW698 TW699 TW700 TW701 TW702 TW703 TW704 TW705 TW706 TW707 TW708 TW709 TW710 TW711 TW712 TW713 TW714 TW715 TW716 TW717 TW718 TW719 TW720 TW721 TW722 TW723 TW724 TW725 TW726 TW727 TW728 TW729 TW730 TW731 TW732 TW733 TW734 TW735 TW736 TW737 TW738 TW739 TW740 TW741 TW742 TW743 TW744 TW745 TW746 TW747 TW748 TW749 TW750 TW751 TW752 TW755 TW760 TW761 TW762 TW765 TW780 TW781 TW782 TW783 TW784 TW785 TW786 TW787 TW788 TW789 TW790 TW791 TW792 TW793 TW794 TW795 TW796 TW797 TW798 TW799 TW800 TW801 TW802 TW803 TW804 TW805 TW806 TW807 TW808 TW809 TW810 TW811 TW812 TW813 TW814 TW815 TW816 TW817 TW818 TW820 TW830 TW831 TW832 TW833 TW834 TW835 TW836 TW837 TW838 TW839 TW840 TW841 TW842 TW843 TW844 TW845 TW846 TW847 TW848 TW849 TW850 TW851 TW852 TW853 TW854 TW855 TW856 TW857 TW858 TW859 TW860 TW861 TW862 TW863 TW864 TW865 TW866 TW867 TW868 TW869 TW870 TW871 TW872 TW873 TW874 TW875 TW876 TW877 TW878 TW879 TW880 TW881 TW882 TW883 TW884 TW885 TW900 TW901 TW910 TW911 TW912 TW913 TW914 TW915 TW916 TW917 TW918 TW919 TW920 TW921 TW922 TW923 TW924 TW925 TW940 TW941 TW942 TW943 TW944 TW945 TW946 TW947 TW948 TW949 TW950 TW951 TW960 TW961 TW962 TW963 TW964 TW965 TW966 TW967 TW968 TW969 TW970 TW971 TW972 TW973 TW974 TW980 TW981 TW982 TW983 TW984 TW985 TW986 TW990 TW991 TW992 TW993" -- "${cur}"))
                    return 0
                    ;;
                --max-findings)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report-level)
                    COMPREPLY=($(compgen -W "error loss all" -- "${cur}"))
                    return 0
                    ;;
                --report-summary)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --baseline)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "full concise json jsonl github gitlab sarif junit" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}


_turnwise_whole_words() {
    local words=() current=0 index word joins=
    for index in "${!COMP_WORDS[@]}"; do
        word=${COMP_WORDS[index]}
        if [[ $word == = ]]; then
            joins=
        elif [[ ${#words[@]} -gt 0 && ( $word == :* || -n $joins ) ]]; then
            words[${#words[@]}-1]+=$word
            joins=
            [[ $word == *: ]] && joins=1
        else
            words+=("$word")
        fi
        [[ $index -eq $COMP_CWORD ]] && current=$((${#words[@]} - 1))
        [[ $index -eq $COMP_CWORD && $word == = ]] && words+=("") && current=$((${#words[@]} - 1))
    done
    local COMP_WORDS=("${words[@]}") COMP_CWORD=$current
    local cur=${words[current]}
    _turnwise "$1" "$cur" "${words[current > 0 ? current - 1 : 0]}"
    # What is before the last colon is on the line already.
    local before=${cur%"${cur##*:}"}
    COMPREPLY=("${COMPREPLY[@]#"$before"}")
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _turnwise_whole_words -o nosort -o bashdefault -o default turnwise
else
    complete -F _turnwise_whole_words -o bashdefault -o default turnwise
fi
