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
            turnwise,convert)
                cmd="turnwise__subcmd__convert"
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
            turnwise,statements)
                cmd="turnwise__subcmd__statements"
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
            turnwise__subcmd__help,convert)
                cmd="turnwise__subcmd__help__subcmd__convert"
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
            turnwise__subcmd__help,statements)
                cmd="turnwise__subcmd__help__subcmd__statements"
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
            opts="-q -v -h -V --quiet --verbose --color --help --version convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats explain completions man help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
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
            opts="-q -v -f -j -o -i -h -V --quiet --verbose --color --from --input-framing --exclude --max-depth --max-expansion --config --isolated --max-record-bytes --jobs --progress --output --framing --pretty --compact --strict --allow --on-error --max-errors --report --message --branch --name --sender --ids --now --in-place --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
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
                --config)
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
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
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
                --allow)
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
            opts="-q -v -f -j -o -i -n -h -V --quiet --verbose --color --from --input-framing --exclude --max-depth --max-expansion --config --isolated --max-record-bytes --jobs --progress --output --framing --pretty --compact --on-error --max-errors --report --in-place --check --dry-run --sync --level --scope --lineage --keep-input --lenient --expand-chunks --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
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
                --config)
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
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
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
                --level)
                    COMPREPLY=($(compgen -W "snapshot deltas" -- "${cur}"))
                    return 0
                    ;;
                --scope)
                    COMPREPLY=($(compgen -W "tip run thread" -- "${cur}"))
                    return 0
                    ;;
                --lineage)
                    COMPREPLY=($(compgen -W "explicit previous" -- "${cur}"))
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
            opts="-q -v -h -V --quiet --verbose --color --help --version bash elvish fish powershell zsh"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
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
            opts="-q -v -t -f -j -o -i -n -h -V --quiet --verbose --color --to --dialect --from --input-framing --exclude --max-depth --max-expansion --config --isolated --max-record-bytes --jobs --progress --output --framing --pretty --compact --strict --allow --on-error --max-errors --report --in-place --check --dry-run --sync --container --as --lossy --repair --reasoning-as-text --settings --set --ids --branch --rendered --plain --now --mode --inline-media --media-root --cache --offline --allow-type --max-item-bytes --max-total-bytes --on-media-error --max-failures --allow-host --allow-private-hosts --max-redirects --timeout --retries --jobs-per-host --proxy --proxy-from-env --carry --restore --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -W "ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt keprompt-company:openai keprompt-company:anthropic keprompt-company:gemini keprompt-company:mistral keprompt-company:deepseek keprompt-company:xai keprompt-company:openrouter keprompt-company:cerebras" -- "${cur}"))
                    return 0
                    ;;
                -t)
                    COMPREPLY=($(compgen -W "ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt keprompt-company:openai keprompt-company:anthropic keprompt-company:gemini keprompt-company:mistral keprompt-company:deepseek keprompt-company:xai keprompt-company:openrouter keprompt-company:cerebras" -- "${cur}"))
                    return 0
                    ;;
                --dialect)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
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
                --config)
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
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
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
                --allow)
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
                --container)
                    COMPREPLY=($(compgen -W "body list" -- "${cur}"))
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
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ids)
                    COMPREPLY=($(compgen -W "keep stable new" -- "${cur}"))
                    return 0
                    ;;
                --branch)
                    COMPREPLY=($(compgen -f "${cur}"))
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
                --media-root)
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
                --max-failures)
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
        turnwise__subcmd__detect)
            opts="-q -v -f -h -V --quiet --verbose --color --from --input-framing --exclude --max-depth --max-expansion --config --isolated --json --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
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
        turnwise__subcmd__diff)
            opts="-q -v -U -j -f -h -V --quiet --verbose --color --input-framing --exclude --max-depth --max-expansion --config --isolated --from-b --ignore --align --output-format --unified --html --stat --brief --new-messages --driver --max-record-bytes --jobs --progress --on-error --max-errors --from --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
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
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-b)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                --ignore)
                    COMPREPLY=($(compgen -W "ids timestamps usage metadata whitespace names reasoning signatures cache citations media tools settings order" -- "${cur}"))
                    return 0
                    ;;
                --align)
                    COMPREPLY=($(compgen -W "auto id content position" -- "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "human json jsonpatch unified github" -- "${cur}"))
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
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
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
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
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
            opts="-q -v -h -V --quiet --verbose --color --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
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
            opts="-q -v -f -j -o -i -n -d -h -V --quiet --verbose --color --from --input-framing --exclude --max-depth --max-expansion --config --isolated --max-record-bytes --jobs --progress --output --in-place --check --dry-run --sync --on-error --max-errors --report --dir --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
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
                --config)
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
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
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
                --dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -d)
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
            opts="-q -v -h -V --quiet --verbose --color --json --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
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
            opts="convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats explain completions man help"
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
            opts="-q -v -f -j -o -i -n -h -V --quiet --verbose --color --from --input-framing --exclude --max-depth --max-expansion --config --isolated --max-record-bytes --jobs --progress --output --in-place --check --dry-run --sync --on-error --max-errors --report --media-root --cache --offline --allow-type --max-item-bytes --max-total-bytes --on-media-error --max-failures --allow-host --allow-private-hosts --max-redirects --timeout --retries --jobs-per-host --proxy --proxy-from-env --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
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
                --config)
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
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
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
                --media-root)
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
                --max-failures)
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
            opts="-q -v -f -j -h -V --quiet --verbose --color --from --input-framing --exclude --max-depth --max-expansion --config --isolated --max-record-bytes --jobs --progress --on-error --max-errors --lineage --json --dot --mermaid --pretty --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
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
                --config)
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
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
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
                    COMPREPLY=($(compgen -W "explicit previous" -- "${cur}"))
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
            opts="-q -v -h -V --quiet --verbose --color --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
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
            opts="-q -v -f -j -o -i -n -h -V --quiet --verbose --color --from --input-framing --exclude --max-depth --max-expansion --config --isolated --max-record-bytes --jobs --progress --scheme --which --scope --namespace --for --allow-dangling --map-out --map-in --reverse --shared-map --output --in-place --check --dry-run --sync --framing --pretty --compact --on-error --max-errors --report --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
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
                --config)
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
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
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
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --for)
                    COMPREPLY=($(compgen -W "anthropic bedrock keprompt-prompt keprompt-statements mistral openai-responses" -- "${cur}"))
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
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__normalize)
            opts="-q -v -f -j -o -i -n -h -V --quiet --verbose --color --from --input-framing --exclude --max-depth --max-expansion --config --isolated --max-record-bytes --jobs --progress --output --framing --pretty --compact --on-error --max-errors --report --in-place --check --dry-run --sync --inverse --lineage --by-id --lenient --assume-normalized --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
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
                --config)
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
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
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
                --lineage)
                    COMPREPLY=($(compgen -W "explicit previous" -- "${cur}"))
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
            opts="-q -v -f -j -o -h -V --quiet --verbose --color --from --input-framing --exclude --max-depth --max-expansion --config --isolated --max-record-bytes --jobs --progress --output --framing --pretty --compact --strict --allow --on-error --max-errors --report --branch --order --new-instruction --new --request-model --now --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
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
                --config)
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
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
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
                --allow)
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
            opts="-q -v -f -j -o -h -V --quiet --verbose --color --from --input-framing --exclude --max-depth --max-expansion --config --isolated --max-record-bytes --jobs --progress --output --framing --pretty --compact --on-error --max-errors --report --run --thread --messages --state --events --lineage --on-duplicate --lenient --allow-missing-parent --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
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
                --config)
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
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
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
                --run)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --thread)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --lineage)
                    COMPREPLY=($(compgen -W "explicit previous" -- "${cur}"))
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
        turnwise__subcmd__statements)
            opts="-q -v -h -V --quiet --verbose --color --help --version run from-messages diff replay edit branch help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
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
            opts="-o -q -v -h -V --max-expansion --config --isolated --chat --documented --output --pretty --strict --allow --report --max-record-bytes --at --new-id --now --quiet --verbose --color --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
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
                    COMPREPLY=($(compgen -f "${cur}"))
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
                --at)
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
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__statements__subcmd__diff)
            opts="-o -q -v -h -V --max-expansion --config --isolated --chat --documented --output --pretty --strict --allow --report --max-record-bytes --dir --json --quiet --verbose --color --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
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
                    COMPREPLY=($(compgen -f "${cur}"))
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
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
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
            opts="-o -q -v -h -V --max-expansion --config --isolated --chat --documented --output --pretty --strict --allow --report --max-record-bytes --at --set-value --keyword --delete --insert-before --keep-messages --quiet --verbose --color --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
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
                    COMPREPLY=($(compgen -f "${cur}"))
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
                --at)
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
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__statements__subcmd__from__subcmd__messages)
            opts="-o -q -v -h -V --max-expansion --config --isolated --chat --documented --output --pretty --strict --allow --report --max-record-bytes --format --media-dir --quiet --verbose --color --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
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
                    COMPREPLY=($(compgen -f "${cur}"))
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
                --format)
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
            opts="-o -q -v -h -V --max-expansion --config --isolated --chat --documented --output --pretty --strict --allow --report --max-record-bytes --exec --params --dir --continue-after-exit --from --to --splice --quiet --verbose --color --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
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
                    COMPREPLY=($(compgen -f "${cur}"))
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
                --from)
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
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__statements__subcmd__run)
            opts="-o -q -v -h -V --max-expansion --config --isolated --chat --documented --output --pretty --strict --allow --report --max-record-bytes --exec --params --dir --continue-after-exit --quiet --verbose --color --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-expansion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
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
                    COMPREPLY=($(compgen -f "${cur}"))
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
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        turnwise__subcmd__validate)
            opts="-q -v -f -j -h -V --quiet --verbose --color --from --input-framing --exclude --max-depth --max-expansion --config --isolated --max-record-bytes --jobs --progress --for --output-format --select --ignore --extend-select --warn-as-error --lenient --statistics --max-findings --report --exit-zero --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "auto ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt" -- "${cur}"))
                    return 0
                    ;;
                --input-framing)
                    COMPREPLY=($(compgen -W "lines array document messages sse folder" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
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
                --config)
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
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --for)
                    COMPREPLY=($(compgen -W "ag-ui alpaca anthropic anthropic:bedrock anthropic:vertex bedrock gemini keprompt keprompt-chat keprompt-prompt keprompt-statements lionpride openai openai:finetune openai:batch openai:preference openai:litellm openai:mistral openai:cohere openai:ollama openai:deepseek openai:xai openai:openrouter openai:cerebras openai-responses patterpunk picklebot sharegpt keprompt-company:openai keprompt-company:anthropic keprompt-company:gemini keprompt-company:mistral keprompt-company:deepseek keprompt-company:xai keprompt-company:openrouter keprompt-company:cerebras" -- "${cur}"))
                    return 0
                    ;;
                --output-format)
                    COMPREPLY=($(compgen -W "full concise json jsonl" -- "${cur}"))
                    return 0
                    ;;
                --select)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ignore)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --extend-select)
                    COMPREPLY=($(compgen -f "${cur}"))
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
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _turnwise -o nosort -o bashdefault -o default turnwise
else
    complete -F _turnwise -o bashdefault -o default turnwise
fi
