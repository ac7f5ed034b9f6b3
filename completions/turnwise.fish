# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_turnwise_global_optspecs
    string join \n q/quiet v/verbose color= progress= config= isolated h/help V/version
end

function __fish_turnwise_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_turnwise_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_turnwise_using_subcommand
    set -l cmd (__fish_turnwise_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c turnwise -n "__fish_turnwise_needs_command" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_needs_command" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_needs_command" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_needs_command" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_needs_command" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_needs_command" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_needs_command" -s h -l help -d 'Print help'
complete -c turnwise -n "__fish_turnwise_needs_command" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "convert" -d 'Convert conversations from one format to another'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "validate" -d 'Check conversations: syntax, shape, then rules'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "migrate-ids" -d 'Create or rename ids, and update every reference to them'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "diff" -d 'Show what changed between two versions of conversations, whatever their formats'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "prepare" -d 'Print the chat list that lionpride would send for a conversation'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "clone" -d 'Copy messages under new ids that record their origin, or fork a branch (lionpride)'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "compact" -d 'Make an event log smaller; it replays to the same messages and state'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "replay" -d 'Show the messages and the state that an event log, or one branch of it, produces'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "lineage" -d 'Show which run of an event log continues which'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "normalize" -d 'Remove messages from inputs of runs that earlier runs already have, or put them back'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "statements" -d 'Run, create, compare and edit keprompt statements, without a model'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "inline-media" -d 'Make conversations self-contained: replace references by the media files'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "extract-media" -d 'Move media files out of conversations into files, and leave references'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "detect" -d 'Name the format of files, with confidence and evidence'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "formats" -d 'List the formats, and what each of them keeps'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "schema" -d 'Print a JSON Schema (2020-12) of the records of a format'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "config" -d 'Show the settings in force for a file or folder, and where each one comes from'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "explain" -d 'Explain a code (TW203) or a format'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "completions" -d 'Print the completion script of a shell'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "man" -d 'Print a manual page, for man(1)'
complete -c turnwise -n "__fish_turnwise_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -s t -l to -d 'Format of the output, optionally with a dialect (openai:finetune); see turnwise formats' -r -f -a "ag-ui\t''
alpaca\t''
anthropic\t''
anthropic:bedrock\t''
anthropic:vertex\t''
bedrock\t''
gemini\t''
keprompt\t''
keprompt-chat\t''
keprompt-prompt\t''
keprompt-statements\t''
lionpride\t''
ms-swift\t''
openai\t''
openai:finetune\t''
openai:batch\t''
openai:preference\t''
openai:litellm\t''
openai:mistral\t''
openai:cohere\t''
openai:ollama\t''
openai:deepseek\t''
openai:xai\t''
openai:openrouter\t''
openai:cerebras\t''
openai-responses\t''
patterpunk\t''
picklebot\t''
rows\t''
rows:prompt-response\t''
rows:prompt-completion\t''
rows:dolly\t''
rows:query-response\t''
rows:question-answer\t''
rows:question-response\t''
rows:problem-solution\t''
rows:input-output\t''
rows:input-ideal\t''
rows:user-assistant\t''
rows:instruction-answer\t''
rows:instances\t''
rows:conversation\t''
rows:text-completion\t''
sharegpt\t''
keprompt-company:openai\t''
keprompt-company:anthropic\t''
keprompt-company:gemini\t''
keprompt-company:mistral\t''
keprompt-company:deepseek\t''
keprompt-company:xai\t''
keprompt-company:openrouter\t''
keprompt-company:cerebras\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l dialect -d 'Named variant of the target' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -s f -l from -d 'Format of the input; see turnwise formats [default: auto, detect it]' -r -f -a "auto\t''
ag-ui\t''
alpaca\t''
anthropic\t''
anthropic:bedrock\t''
anthropic:vertex\t''
bedrock\t''
gemini\t''
keprompt\t''
keprompt-chat\t''
keprompt-prompt\t''
keprompt-statements\t''
lionpride\t''
ms-swift\t''
openai\t''
openai:finetune\t''
openai:batch\t''
openai:preference\t''
openai:litellm\t''
openai:mistral\t''
openai:cohere\t''
openai:ollama\t''
openai:deepseek\t''
openai:xai\t''
openai:openrouter\t''
openai:cerebras\t''
openai-responses\t''
patterpunk\t''
picklebot\t''
rows\t''
rows:prompt-response\t''
rows:prompt-completion\t''
rows:dolly\t''
rows:query-response\t''
rows:question-answer\t''
rows:question-response\t''
rows:problem-solution\t''
rows:input-output\t''
rows:input-ideal\t''
rows:user-assistant\t''
rows:instruction-answer\t''
rows:instances\t''
rows:conversation\t''
rows:text-completion\t''
sharegpt\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l columns -d 'Columns of flat rows, with --from rows or --to rows: user=question,assistant=answer,system=-' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l input-framing -d 'How records are arranged in the input, if it is not detected correctly' -r -f -a "lines\t'One record for each line (JSONL)'
array\t'One array; every item is a record'
document\t'The whole file is one record'
messages\t'One message or event for each line; all lines are one record'
sse\t'Server-sent events; all are one record'
folder\t'A folder of sessions with its index (picklebot)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l at -d 'Where the conversations are in each record: /history, \'/runs/*/traj\', or auto; the rest stays as it is (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l blank -d 'What happens to blank lines with --lines: skip them, or treat each as a record that fails [default: skip]' -r -f -a "skip\t'They are passed over'
emit\t'Each is a record that fails (TW011); --on-error says what happens then'"
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l exclude -d 'Leave out files of folders that match, as in a .gitignore: expected/, *.tmp.json (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l include -d 'Take only files of folders that match (may be repeated) [default: *.json, *.jsonl, *.ndjson, also compressed]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l stdin-filename -l label -d 'The name of standard input in messages and reports, by which settings are found' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l max-depth -d 'Deepest nesting of brackets [default: 1024]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l max-record-bytes -d 'Longest record in bytes; K, M and G may follow [default: 256M]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -s j -l jobs -d 'Worker threads [default: as many as there are cores]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -s o -l output -d 'Where to write; a folder if there are several inputs; - or nothing: standard output' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l framing -d 'How records are arranged in the output [default: as in the input]' -r -f -a "lines\t'One record for each line (JSONL)'
array\t'One array; every item is a record'
document\t'The whole file is one record'
messages\t'One message or event for each line; all lines are one record'
sse\t'Server-sent events; all are one record'
folder\t'A folder of sessions with its index (picklebot)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l set -d 'Set a member of each output record by JSON Pointer; a VALUE that is not JSON is a string (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l allow -d 'Losses that --strict accepts: codes, prefixes or names, separated by commas' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l on-error -d 'What happens to invalid records [default: stop]' -r -f -a "stop\t'End with an error; the output ends at the record before'
skip\t'Leave it out and count it'
emit\t'Write an error line instead'"
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l max-errors -d 'Exit 1 if more records than this fail: a number, or a percentage' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l report -d 'Write every loss and finding to this file, as JSON lines; - for standard error' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l report-summary -d 'Write the counts of the run to this file, as a JSON object; those of several runs add up' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l container -d 'Write the request body, or only the list of messages [default: body]' -r -f -a "body\t''
list\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l as -d 'What to write if the target is ag-ui' -r -f -a "snapshot\t'A run with one snapshot of all messages'
events\t'A run with each message as start, content and end'
messages\t'Only the list of messages'
rows\t'One storage row for each run'"
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l settings -d 'Settings of requests that mean the same in both formats: keep them, or drop all [default: keep]' -r -f -a "keep\t'Those that mean the same in both formats are carried over'
drop\t'All are dropped and reported'"
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l keep -d 'Copy these members of each record to the output, where that is an object: id,split' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l profile -d 'Write rows for data frames (arrow), or make records of such rows (none)' -r -f -a "arrow\t'Rows with columns of one type'
none\t'Records again'"
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l ids -d 'Keep ids, derive new ones from them (UUID 5), or make random ones (UUID 4)' -r -f -a "keep\t''
stable\t''
new\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l branch -d 'Which branch to convert: the first, all as records, the tree, or the one with this name or id' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l now -d 'The current time for texts that contain it, as in RFC 3339 [default: now]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l mode -d 'Which form of lionpride\'s objects to write' -r -f -a "json\t''
db\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l media-root -d 'Embed files below this folder; references are relative to it' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l cache -d 'Keep downloads in this folder, and look there first' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l allow-type -d 'Types to embed; the first bytes of a file decide' -r -f -a "image\t'PNG, JPEG, GIF, WebP'
audio\t'MP3, WAV, OGG, FLAC'
video\t'MP4'
pdf\t'PDF'
text\t'Plain text'"
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l max-item-bytes -d 'Limit for one media file in bytes; K, M and G may follow' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l max-total-bytes -d 'Limit for all media files of one conversation in bytes' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l on-media-error -d 'What happens if a media file cannot be read or downloaded' -r -f -a "keep\t'Its reference stays; the exit code is 1'
fail\t'Its record is a bad record (--on-error decides)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l max-failures -d 'End the run if more media files than this fail [default: no limit]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l allow-host -d 'Allow a host whose address or port is not public (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l max-redirects -d 'Limit of redirects' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l timeout -d 'Seconds for one attempt to download a media file' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l retries -d 'Attempts for each media file' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l jobs-per-host -d 'Parallel downloads from one host' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l proxy -d 'Download through this proxy, which then decides about addresses [default: none, even if the environment names one]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l carry -d 'Also write this file, from which --restore brings back the source byte for byte' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l restore -d 'Restore every record from this file of --carry; records that were edited since are converted' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l lines -d 'Treat input and output as JSON Lines: every non-blank line is one record'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l force-exclude -d 'Leave out excluded files that are named, too'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l escape-line-separators -d 'Write U+2028, U+2029 and U+0085 as escapes: some programs, such as Ray, end lines at them'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l pretty -d 'Indent the output'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l compact -d 'Write the output without spaces'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l strict -d 'Any loss is an error: exit 1, no file is written'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -s i -l in-place -d 'Replace every input by the result, each as a whole or not at all'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l check -d 'Write nothing; exit 1 if anything would change'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -s n -l dry-run -d 'Write nothing; report what would be done'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l sync -d 'Sync each new file of a folder before it gets its name, not all of them at the end'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l lossy -d 'Drop and report what the target has no form for, instead of refusing the record'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l repair -d 'Repair what services refuse, and report it'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l reasoning-as-text -d 'Write reasoning as visible text if the target has no reasoning'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l rendered -d 'Write exactly the chat list that lionpride would send'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l plain -d 'Write the stored text, not the text that lionpride would send'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l inline-media -d 'Embed referenced media files, for targets that hold bytes (patterpunk, bedrock)'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l offline -d 'Download nothing: embed only files and what the cache has'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l allow-private-hosts -d 'Allow hosts of private networks, except metadata services of clouds'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -l proxy-from-env -d 'Download through the proxy that the environment names'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand convert" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -s f -l from -d 'Format of the input; see turnwise formats [default: auto, detect it]' -r -f -a "auto\t''
ag-ui\t''
alpaca\t''
anthropic\t''
anthropic:bedrock\t''
anthropic:vertex\t''
bedrock\t''
gemini\t''
keprompt\t''
keprompt-chat\t''
keprompt-prompt\t''
keprompt-statements\t''
lionpride\t''
ms-swift\t''
openai\t''
openai:finetune\t''
openai:batch\t''
openai:preference\t''
openai:litellm\t''
openai:mistral\t''
openai:cohere\t''
openai:ollama\t''
openai:deepseek\t''
openai:xai\t''
openai:openrouter\t''
openai:cerebras\t''
openai-responses\t''
patterpunk\t''
picklebot\t''
rows\t''
rows:prompt-response\t''
rows:prompt-completion\t''
rows:dolly\t''
rows:query-response\t''
rows:question-answer\t''
rows:question-response\t''
rows:problem-solution\t''
rows:input-output\t''
rows:input-ideal\t''
rows:user-assistant\t''
rows:instruction-answer\t''
rows:instances\t''
rows:conversation\t''
rows:text-completion\t''
sharegpt\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l columns -d 'Columns of flat rows, with --from rows or --to rows: user=question,assistant=answer,system=-' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l input-framing -d 'How records are arranged in the input, if it is not detected correctly' -r -f -a "lines\t'One record for each line (JSONL)'
array\t'One array; every item is a record'
document\t'The whole file is one record'
messages\t'One message or event for each line; all lines are one record'
sse\t'Server-sent events; all are one record'
folder\t'A folder of sessions with its index (picklebot)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l at -d 'Where the conversations are in each record: /history, \'/runs/*/traj\', or auto; the rest stays as it is (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l blank -d 'What happens to blank lines with --lines: skip them, or treat each as a record that fails [default: skip]' -r -f -a "skip\t'They are passed over'
emit\t'Each is a record that fails (TW011); --on-error says what happens then'"
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l exclude -d 'Leave out files of folders that match, as in a .gitignore: expected/, *.tmp.json (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l include -d 'Take only files of folders that match (may be repeated) [default: *.json, *.jsonl, *.ndjson, also compressed]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l stdin-filename -l label -d 'The name of standard input in messages and reports, by which settings are found' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l max-depth -d 'Deepest nesting of brackets [default: 1024]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l max-record-bytes -d 'Longest record in bytes; K, M and G may follow [default: 256M]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -s j -l jobs -d 'Worker threads [default: as many as there are cores]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l for -d 'Check whether this format would accept the records if they were sent now' -r -f -a "ag-ui\t''
alpaca\t''
anthropic\t''
anthropic:bedrock\t''
anthropic:vertex\t''
bedrock\t''
gemini\t''
keprompt\t''
keprompt-chat\t''
keprompt-prompt\t''
keprompt-statements\t''
lionpride\t''
ms-swift\t''
openai\t''
openai:finetune\t''
openai:batch\t''
openai:preference\t''
openai:litellm\t''
openai:mistral\t''
openai:cohere\t''
openai:ollama\t''
openai:deepseek\t''
openai:xai\t''
openai:openrouter\t''
openai:cerebras\t''
openai-responses\t''
patterpunk\t''
picklebot\t''
rows\t''
rows:prompt-response\t''
rows:prompt-completion\t''
rows:dolly\t''
rows:query-response\t''
rows:question-answer\t''
rows:question-response\t''
rows:problem-solution\t''
rows:input-output\t''
rows:input-ideal\t''
rows:user-assistant\t''
rows:instruction-answer\t''
rows:instances\t''
rows:conversation\t''
rows:text-completion\t''
sharegpt\t''
keprompt-company:openai\t''
keprompt-company:anthropic\t''
keprompt-company:gemini\t''
keprompt-company:mistral\t''
keprompt-company:deepseek\t''
keprompt-company:xai\t''
keprompt-company:openrouter\t''
keprompt-company:cerebras\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l output-format -d 'How findings are printed [default: full on a terminal, else concise]' -r -f -a "full\t'What, where, the text there, what to do'
concise\t'One line for each finding: <file:line:column>: error CODE message'
json\t'One array of all findings'
jsonl\t'One line for each record, with its findings'
github\t'Annotations of GitHub\'s workflows'
gitlab\t'A code quality report of GitLab'
sarif\t'SARIF 2.1.0'
junit\t'`JUnit` XML: a test suite for each file'"
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l select -d 'Check only these codes: an id, a prefix (TW2) or a name' -r -f -a "TW001\t''
TW002\t''
TW003\t''
TW004\t''
TW005\t''
TW006\t''
TW007\t''
TW008\t''
TW009\t''
TW010\t''
TW011\t''
TW101\t''
TW102\t''
TW103\t''
TW104\t''
TW105\t''
TW106\t''
TW107\t''
TW108\t''
TW109\t''
TW110\t''
TW111\t''
TW112\t''
TW201\t''
TW202\t''
TW203\t''
TW204\t''
TW205\t''
TW206\t''
TW207\t''
TW208\t''
TW209\t''
TW212\t''
TW213\t''
TW214\t''
TW215\t''
TW216\t''
TW217\t''
TW218\t''
TW219\t''
TW220\t''
TW221\t''
TW222\t''
TW223\t''
TW224\t''
TW225\t''
TW226\t''
TW227\t''
TW228\t''
TW229\t''
TW230\t''
TW231\t''
TW301\t''
TW302\t''
TW303\t''
TW304\t''
TW305\t''
TW306\t''
TW307\t''
TW308\t''
TW309\t''
TW310\t''
TW311\t''
TW312\t''
TW313\t''
TW314\t''
TW315\t''
TW316\t''
TW317\t''
TW318\t''
TW319\t''
TW320\t''
TW321\t''
TW322\t''
TW323\t''
TW324\t''
TW325\t''
TW326\t''
TW327\t''
TW328\t''
TW329\t''
TW334\t''
TW340\t''
TW341\t''
TW342\t''
TW343\t''
TW344\t''
TW345\t''
TW346\t''
TW347\t''
TW348\t''
TW349\t''
TW350\t''
TW351\t''
TW352\t''
TW353\t''
TW354\t''
TW355\t''
TW356\t''
TW357\t''
TW358\t''
TW361\t''
TW364\t''
TW365\t''
TW366\t''
TW367\t''
TW370\t''
TW371\t''
TW372\t''
TW373\t''
TW374\t''
TW375\t''
TW376\t''
TW377\t''
TW378\t''
TW382\t''
TW383\t''
TW384\t''
TW390\t''
TW500\t''
TW501\t''
TW502\t''
TW503\t''
TW504\t''
TW505\t''
TW506\t''
TW507\t''
TW508\t''
TW509\t''
TW510\t''
TW511\t''
TW512\t''
TW513\t''
TW514\t''
TW515\t''
TW516\t''
TW518\t''
TW519\t''
TW520\t''
TW521\t''
TW522\t''
TW523\t''
TW524\t''
TW525\t''
TW526\t''
TW527\t''
TW540\t''
TW541\t''
TW542\t''
TW543\t''
TW544\t''
TW545\t''
TW546\t''
TW547\t''
TW548\t''
TW549\t''
TW550\t''
TW560\t''
TW561\t''
TW562\t''
TW563\t''
TW564\t''
TW565\t''
TW580\t''
TW581\t''
TW582\t''
TW583\t''
TW584\t''
TW585\t''
TW586\t''
TW587\t''
TW588\t''
TW590\t''
TW600\t''
TW601\t''
TW602\t''
TW603\t''
TW604\t''
TW605\t''
TW606\t''
TW607\t''
TW608\t''
TW609\t''
TW610\t''
TW620\t''
TW621\t''
TW622\t''
TW623\t''
TW624\t''
TW625\t''
TW626\t''
TW627\t''
TW628\t''
TW629\t''
TW630\t''
TW631\t''
TW632\t''
TW633\t''
TW634\t''
TW635\t''
TW636\t''
TW637\t''
TW638\t''
TW639\t''
TW640\t''
TW641\t''
TW642\t''
TW643\t''
TW644\t''
TW645\t''
TW646\t''
TW647\t''
TW648\t''
TW649\t''
TW650\t''
TW651\t''
TW652\t''
TW653\t''
TW654\t''
TW660\t''
TW661\t''
TW662\t''
TW663\t''
TW664\t''
TW665\t''
TW666\t''
TW667\t''
TW668\t''
TW669\t''
TW670\t''
TW671\t''
TW672\t''
TW680\t''
TW681\t''
TW682\t''
TW683\t''
TW684\t''
TW685\t''
TW686\t''
TW690\t''
TW691\t''
TW693\t''
TW694\t''
TW695\t''
TW696\t''
TW697\t''
TW698\t''
TW699\t''
TW700\t''
TW701\t''
TW702\t''
TW703\t''
TW704\t''
TW705\t''
TW706\t''
TW707\t''
TW708\t''
TW709\t''
TW710\t''
TW711\t''
TW712\t''
TW713\t''
TW714\t''
TW715\t''
TW716\t''
TW717\t''
TW718\t''
TW719\t''
TW720\t''
TW721\t''
TW722\t''
TW723\t''
TW724\t''
TW725\t''
TW726\t''
TW727\t''
TW728\t''
TW729\t''
TW730\t''
TW731\t''
TW732\t''
TW733\t''
TW734\t''
TW735\t''
TW736\t''
TW737\t''
TW738\t''
TW739\t''
TW740\t''
TW741\t''
TW742\t''
TW743\t''
TW744\t''
TW745\t''
TW746\t''
TW747\t''
TW748\t''
TW749\t''
TW750\t''
TW751\t''
TW752\t''
TW755\t''
TW760\t''
TW761\t''
TW762\t''
TW765\t''
TW780\t''
TW781\t''
TW782\t''
TW783\t''
TW784\t''
TW785\t''
TW786\t''
TW787\t''
TW788\t''
TW789\t''
TW790\t''
TW791\t''
TW792\t''
TW793\t''
TW794\t''
TW795\t''
TW796\t''
TW797\t''
TW798\t''
TW799\t''
TW800\t''
TW801\t''
TW802\t''
TW803\t''
TW804\t''
TW805\t''
TW806\t''
TW807\t''
TW808\t''
TW809\t''
TW810\t''
TW811\t''
TW812\t''
TW813\t''
TW814\t''
TW815\t''
TW816\t''
TW817\t''
TW820\t''
TW830\t''
TW831\t''
TW832\t''
TW833\t''
TW834\t''
TW835\t''
TW836\t''
TW837\t''
TW838\t''
TW839\t''
TW840\t''
TW841\t''
TW842\t''
TW843\t''
TW844\t''
TW845\t''
TW846\t''
TW847\t''
TW848\t''
TW849\t''
TW850\t''
TW851\t''
TW852\t''
TW853\t''
TW854\t''
TW855\t''
TW856\t''
TW857\t''
TW858\t''
TW859\t''
TW860\t''
TW861\t''
TW862\t''
TW863\t''
TW864\t''
TW865\t''
TW866\t''
TW867\t''
TW868\t''
TW869\t''
TW870\t''
TW871\t''
TW872\t''
TW873\t''
TW874\t''
TW875\t''
TW876\t''
TW877\t''
TW878\t''
TW879\t''
TW880\t''
TW881\t''
TW882\t''
TW883\t''
TW884\t''
TW885\t''
TW900\t''
TW901\t''
TW910\t''
TW911\t''
TW912\t''
TW913\t''
TW914\t''
TW915\t''
TW916\t''
TW917\t''
TW918\t''
TW919\t''
TW920\t''
TW921\t''
TW922\t''
TW923\t''
TW924\t''
TW925\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l ignore -d 'Do not check these codes' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l extend-select -d 'Also check these codes, in addition to --select' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l max-findings -d 'Limit of findings printed for each file [default: 1000]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l report -d 'Write every loss and finding to this file, as JSON lines; - for standard error' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l report-summary -d 'Write the counts of the run to this file, as a JSON object; those of several runs add up' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l baseline -d 'Report only findings that this file does not have' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l lines -d 'Treat input and output as JSON Lines: every non-blank line is one record'
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l force-exclude -d 'Leave out excluded files that are named, too'
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l warn-as-error -d 'Warnings are errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l lenient -d 'Accept a log of events that does not begin with a run (ag-ui)'
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l statistics -d 'Print the number of findings of each code, instead of every finding'
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l skip-unknown -d 'Pass over files that hold no conversation: other JSON, text'
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l write-baseline -d 'Write all findings to the file of --baseline, which then knows them'
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l exit-zero -d 'Exit 0 even if there are errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l fix -d 'Fix what can be fixed without changing what a record means, and print what remains'
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l diff -d 'Write nothing; print what --fix would change, and exit 1 if that is anything'
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l unsafe-fixes -d 'Also fix what changes the meaning: roles, missing results, repeated records'
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -l escape-line-separators -d 'Write U+2028, U+2029 and U+0085 as escapes: some programs, such as Ray, end lines at them'
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand validate" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -s f -l from -d 'Format of the input; see turnwise formats [default: auto, detect it]' -r -f -a "auto\t''
ag-ui\t''
alpaca\t''
anthropic\t''
anthropic:bedrock\t''
anthropic:vertex\t''
bedrock\t''
gemini\t''
keprompt\t''
keprompt-chat\t''
keprompt-prompt\t''
keprompt-statements\t''
lionpride\t''
ms-swift\t''
openai\t''
openai:finetune\t''
openai:batch\t''
openai:preference\t''
openai:litellm\t''
openai:mistral\t''
openai:cohere\t''
openai:ollama\t''
openai:deepseek\t''
openai:xai\t''
openai:openrouter\t''
openai:cerebras\t''
openai-responses\t''
patterpunk\t''
picklebot\t''
rows\t''
rows:prompt-response\t''
rows:prompt-completion\t''
rows:dolly\t''
rows:query-response\t''
rows:question-answer\t''
rows:question-response\t''
rows:problem-solution\t''
rows:input-output\t''
rows:input-ideal\t''
rows:user-assistant\t''
rows:instruction-answer\t''
rows:instances\t''
rows:conversation\t''
rows:text-completion\t''
sharegpt\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l columns -d 'Columns of flat rows, with --from rows or --to rows: user=question,assistant=answer,system=-' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l input-framing -d 'How records are arranged in the input, if it is not detected correctly' -r -f -a "lines\t'One record for each line (JSONL)'
array\t'One array; every item is a record'
document\t'The whole file is one record'
messages\t'One message or event for each line; all lines are one record'
sse\t'Server-sent events; all are one record'
folder\t'A folder of sessions with its index (picklebot)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l at -d 'Where the conversations are in each record: /history, \'/runs/*/traj\', or auto; the rest stays as it is (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l blank -d 'What happens to blank lines with --lines: skip them, or treat each as a record that fails [default: skip]' -r -f -a "skip\t'They are passed over'
emit\t'Each is a record that fails (TW011); --on-error says what happens then'"
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l exclude -d 'Leave out files of folders that match, as in a .gitignore: expected/, *.tmp.json (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l include -d 'Take only files of folders that match (may be repeated) [default: *.json, *.jsonl, *.ndjson, also compressed]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l stdin-filename -l label -d 'The name of standard input in messages and reports, by which settings are found' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l max-depth -d 'Deepest nesting of brackets [default: 1024]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l max-record-bytes -d 'Longest record in bytes; K, M and G may follow [default: 256M]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -s j -l jobs -d 'Worker threads [default: as many as there are cores]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l scheme -d 'Scheme of new ids: uuid5, uuid4, uuid7, or seq: and a prefix for numbers' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l which -d 'Which ids change [default: missing; with --for: invalid]' -r -f -a "missing\t'Only missing ids'
invalid\t'Missing ids, and ids that do not fit the scheme or the target'
all\t'All'"
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l scope -d 'Kinds of ids [default: message, or call if the format has no place for ids of messages; with --for: call]' -r -f -a "message\t''
call\t''
run\t''
thread\t''
conversation\t''
all\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l namespace -d 'Namespace of uuid5: a UUID, one of dns, url, oid and x500, or any other name [default: oid]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l for -d 'Make call ids that this service accepts' -r -f -a "anthropic\t''
bedrock\t''
keprompt-prompt\t''
keprompt-statements\t''
mistral\t''
openai-responses\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l map-out -d 'Write old and new ids to this file, one line for each' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l map-in -d 'Rename the ids that this file lists, and no others' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l set -d 'Set a member of each record: /run=7, /metadata/source="x"; a value that is not JSON is a string (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -s o -l output -d 'Where to write; a folder if there are several inputs; - or nothing: standard output' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l framing -d 'How records are arranged in the output [default: as in the input]' -r -f -a "lines\t'One record for each line (JSONL)'
array\t'One array; every item is a record'
document\t'The whole file is one record'
messages\t'One message or event for each line; all lines are one record'
sse\t'Server-sent events; all are one record'
folder\t'A folder of sessions with its index (picklebot)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l on-error -d 'What happens to invalid records [default: stop]' -r -f -a "stop\t'End with an error; the output ends at the record before'
skip\t'Leave it out and count it'
emit\t'Write an error line instead'"
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l max-errors -d 'Exit 1 if more records than this fail: a number, or a percentage' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l report -d 'Write every loss and finding to this file, as JSON lines; - for standard error' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l report-summary -d 'Write the counts of the run to this file, as a JSON object; those of several runs add up' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l lines -d 'Treat input and output as JSON Lines: every non-blank line is one record'
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l force-exclude -d 'Leave out excluded files that are named, too'
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l allow-dangling -d 'Also rename references to ids that do not exist, instead of refusing the record'
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l reverse -d 'Undo the changes that --map-in lists, byte for byte'
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l shared-map -d 'Continue the numbers from file to file (only for seq:)'
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l escape-line-separators -d 'Write U+2028, U+2029 and U+0085 as escapes: some programs, such as Ray, end lines at them'
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -s i -l in-place -d 'Replace every input by the result, each as a whole or not at all'
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l check -d 'Write nothing; exit 1 if anything would change'
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -s n -l dry-run -d 'Write nothing; report what would be done'
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l sync -d 'Sync each new file of a folder before it gets its name, not all of them at the end'
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l pretty -d 'Indent the output'
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -l compact -d 'Write the output without spaces'
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand migrate-ids" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l columns -d 'Columns of flat rows, with --from rows or --to rows: user=question,assistant=answer,system=-' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l input-framing -d 'How records are arranged in the input, if it is not detected correctly' -r -f -a "lines\t'One record for each line (JSONL)'
array\t'One array; every item is a record'
document\t'The whole file is one record'
messages\t'One message or event for each line; all lines are one record'
sse\t'Server-sent events; all are one record'
folder\t'A folder of sessions with its index (picklebot)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l at -d 'Where the conversations are in each record: /history, \'/runs/*/traj\', or auto; the rest stays as it is (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l blank -d 'What happens to blank lines with --lines: skip them, or treat each as a record that fails [default: skip]' -r -f -a "skip\t'They are passed over'
emit\t'Each is a record that fails (TW011); --on-error says what happens then'"
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l exclude -d 'Leave out files of folders that match, as in a .gitignore: expected/, *.tmp.json (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l include -d 'Take only files of folders that match (may be repeated) [default: *.json, *.jsonl, *.ndjson, also compressed]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l stdin-filename -l label -d 'The name of standard input in messages and reports, by which settings are found' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l max-depth -d 'Deepest nesting of brackets [default: 1024]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l from-b -d 'Format of B, if it differs from that of A' -r -f -a "auto\t''
ag-ui\t''
alpaca\t''
anthropic\t''
anthropic:bedrock\t''
anthropic:vertex\t''
bedrock\t''
gemini\t''
keprompt\t''
keprompt-chat\t''
keprompt-prompt\t''
keprompt-statements\t''
lionpride\t''
ms-swift\t''
openai\t''
openai:finetune\t''
openai:batch\t''
openai:preference\t''
openai:litellm\t''
openai:mistral\t''
openai:cohere\t''
openai:ollama\t''
openai:deepseek\t''
openai:xai\t''
openai:openrouter\t''
openai:cerebras\t''
openai-responses\t''
patterpunk\t''
picklebot\t''
rows\t''
rows:prompt-response\t''
rows:prompt-completion\t''
rows:dolly\t''
rows:query-response\t''
rows:question-answer\t''
rows:question-response\t''
rows:problem-solution\t''
rows:input-output\t''
rows:input-ideal\t''
rows:user-assistant\t''
rows:instruction-answer\t''
rows:instances\t''
rows:conversation\t''
rows:text-completion\t''
sharegpt\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l at-b -d 'Where the conversations are in the records of B, if elsewhere than in those of A; \'\' for the records themselves' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l ignore -d 'Differences to ignore' -r -f -a "ids\t''
timestamps\t''
usage\t''
metadata\t''
whitespace\t''
number-spelling\t''
names\t''
reasoning\t''
signatures\t''
cache\t''
citations\t''
media\t''
tools\t''
settings\t''
order\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l align -d 'How messages are matched' -r -f -a "auto\t'By id if both sides have ids, else by content'
id\t'By id alone'
content\t'By content alone'
position\t'By position: the first with the first, the second with the second'"
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l output-format -d 'How changes are printed' -r -f -a "human\t'One line for each change, with the words that differ'
json\t'One object with all changes'
jsonpatch\t'A JSON Patch (RFC 6902) from A to B'
unified\t'Lines of the messages, as diff -u prints them'
github\t'Annotations for GitHub\'s workflows'"
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -s U -l unified -d 'Lines of context around each change (unified)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l html -d 'Write a page that shows both files side by side' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l max-record-bytes -d 'Longest record in bytes; K, M and G may follow [default: 256M]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -s j -l jobs -d 'Worker threads [default: as many as there are cores]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l on-error -d 'What happens to invalid records [default: stop]' -r -f -a "stop\t'End with an error; the output ends at the record before'
skip\t'Leave it out and count it'
emit\t'Write an error line instead'"
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l max-errors -d 'Exit 1 if more records than this fail: a number, or a percentage' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -s f -l from -d 'Format of both files, or of A [default: auto, detect it]' -r -f -a "auto\t''
ag-ui\t''
alpaca\t''
anthropic\t''
anthropic:bedrock\t''
anthropic:vertex\t''
bedrock\t''
gemini\t''
keprompt\t''
keprompt-chat\t''
keprompt-prompt\t''
keprompt-statements\t''
lionpride\t''
ms-swift\t''
openai\t''
openai:finetune\t''
openai:batch\t''
openai:preference\t''
openai:litellm\t''
openai:mistral\t''
openai:cohere\t''
openai:ollama\t''
openai:deepseek\t''
openai:xai\t''
openai:openrouter\t''
openai:cerebras\t''
openai-responses\t''
patterpunk\t''
picklebot\t''
rows\t''
rows:prompt-response\t''
rows:prompt-completion\t''
rows:dolly\t''
rows:query-response\t''
rows:question-answer\t''
rows:question-response\t''
rows:problem-solution\t''
rows:input-output\t''
rows:input-ideal\t''
rows:user-assistant\t''
rows:instruction-answer\t''
rows:instances\t''
rows:conversation\t''
rows:text-completion\t''
sharegpt\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l lines -d 'Treat input and output as JSON Lines: every non-blank line is one record'
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l force-exclude -d 'Leave out excluded files that are named, too'
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l stat -d 'Print how many changes of each kind there are at which path, over all records'
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l brief -d 'Print only whether the files differ'
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l new-messages -d 'Print the messages that only B has, exactly as they are in B, one a line'
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -l driver -d 'Accept the arguments of a git diff driver, and exit 0 even if there are differences'
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand diff" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -s f -l from -d 'Format of the input; see turnwise formats [default: auto, detect it]' -r -f -a "auto\t''
ag-ui\t''
alpaca\t''
anthropic\t''
anthropic:bedrock\t''
anthropic:vertex\t''
bedrock\t''
gemini\t''
keprompt\t''
keprompt-chat\t''
keprompt-prompt\t''
keprompt-statements\t''
lionpride\t''
ms-swift\t''
openai\t''
openai:finetune\t''
openai:batch\t''
openai:preference\t''
openai:litellm\t''
openai:mistral\t''
openai:cohere\t''
openai:ollama\t''
openai:deepseek\t''
openai:xai\t''
openai:openrouter\t''
openai:cerebras\t''
openai-responses\t''
patterpunk\t''
picklebot\t''
rows\t''
rows:prompt-response\t''
rows:prompt-completion\t''
rows:dolly\t''
rows:query-response\t''
rows:question-answer\t''
rows:question-response\t''
rows:problem-solution\t''
rows:input-output\t''
rows:input-ideal\t''
rows:user-assistant\t''
rows:instruction-answer\t''
rows:instances\t''
rows:conversation\t''
rows:text-completion\t''
sharegpt\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l columns -d 'Columns of flat rows, with --from rows or --to rows: user=question,assistant=answer,system=-' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l input-framing -d 'How records are arranged in the input, if it is not detected correctly' -r -f -a "lines\t'One record for each line (JSONL)'
array\t'One array; every item is a record'
document\t'The whole file is one record'
messages\t'One message or event for each line; all lines are one record'
sse\t'Server-sent events; all are one record'
folder\t'A folder of sessions with its index (picklebot)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l at -d 'Where the conversations are in each record: /history, \'/runs/*/traj\', or auto; the rest stays as it is (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l blank -d 'What happens to blank lines with --lines: skip them, or treat each as a record that fails [default: skip]' -r -f -a "skip\t'They are passed over'
emit\t'Each is a record that fails (TW011); --on-error says what happens then'"
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l exclude -d 'Leave out files of folders that match, as in a .gitignore: expected/, *.tmp.json (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l include -d 'Take only files of folders that match (may be repeated) [default: *.json, *.jsonl, *.ndjson, also compressed]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l stdin-filename -l label -d 'The name of standard input in messages and reports, by which settings are found' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l max-depth -d 'Deepest nesting of brackets [default: 1024]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l max-record-bytes -d 'Longest record in bytes; K, M and G may follow [default: 256M]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -s j -l jobs -d 'Worker threads [default: as many as there are cores]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -s o -l output -d 'Where to write; a folder if there are several inputs; - or nothing: standard output' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l framing -d 'How records are arranged in the output [default: as in the input]' -r -f -a "lines\t'One record for each line (JSONL)'
array\t'One array; every item is a record'
document\t'The whole file is one record'
messages\t'One message or event for each line; all lines are one record'
sse\t'Server-sent events; all are one record'
folder\t'A folder of sessions with its index (picklebot)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l set -d 'Set a member of each output record by JSON Pointer; a VALUE that is not JSON is a string (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l allow -d 'Losses that --strict accepts: codes, prefixes or names, separated by commas' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l on-error -d 'What happens to invalid records [default: stop]' -r -f -a "stop\t'End with an error; the output ends at the record before'
skip\t'Leave it out and count it'
emit\t'Write an error line instead'"
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l max-errors -d 'Exit 1 if more records than this fail: a number, or a percentage' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l report -d 'Write every loss and finding to this file, as JSON lines; - for standard error' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l report-summary -d 'Write the counts of the run to this file, as a JSON object; those of several runs add up' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l branch -d 'The branch with this name or id, if there are several [default: the first one]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l order -d 'Ids of the messages, in order, instead of a branch' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l new -l new-instruction -d 'The content of the next message, as JSON; @FILE reads it from a file' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l request-model -d 'File with the JSON Schema of the next answer' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l now -d 'The current time for a system text that contains it, as in RFC 3339 [default: now]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l lines -d 'Treat input and output as JSON Lines: every non-blank line is one record'
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l force-exclude -d 'Leave out excluded files that are named, too'
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l escape-line-separators -d 'Write U+2028, U+2029 and U+0085 as escapes: some programs, such as Ray, end lines at them'
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l pretty -d 'Indent the output'
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l compact -d 'Write the output without spaces'
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -l strict -d 'Any loss is an error: exit 1, no file is written'
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand prepare" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -s f -l from -d 'Format of the input; see turnwise formats [default: auto, detect it]' -r -f -a "auto\t''
ag-ui\t''
alpaca\t''
anthropic\t''
anthropic:bedrock\t''
anthropic:vertex\t''
bedrock\t''
gemini\t''
keprompt\t''
keprompt-chat\t''
keprompt-prompt\t''
keprompt-statements\t''
lionpride\t''
ms-swift\t''
openai\t''
openai:finetune\t''
openai:batch\t''
openai:preference\t''
openai:litellm\t''
openai:mistral\t''
openai:cohere\t''
openai:ollama\t''
openai:deepseek\t''
openai:xai\t''
openai:openrouter\t''
openai:cerebras\t''
openai-responses\t''
patterpunk\t''
picklebot\t''
rows\t''
rows:prompt-response\t''
rows:prompt-completion\t''
rows:dolly\t''
rows:query-response\t''
rows:question-answer\t''
rows:question-response\t''
rows:problem-solution\t''
rows:input-output\t''
rows:input-ideal\t''
rows:user-assistant\t''
rows:instruction-answer\t''
rows:instances\t''
rows:conversation\t''
rows:text-completion\t''
sharegpt\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l columns -d 'Columns of flat rows, with --from rows or --to rows: user=question,assistant=answer,system=-' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l input-framing -d 'How records are arranged in the input, if it is not detected correctly' -r -f -a "lines\t'One record for each line (JSONL)'
array\t'One array; every item is a record'
document\t'The whole file is one record'
messages\t'One message or event for each line; all lines are one record'
sse\t'Server-sent events; all are one record'
folder\t'A folder of sessions with its index (picklebot)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l at -d 'Where the conversations are in each record: /history, \'/runs/*/traj\', or auto; the rest stays as it is (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l blank -d 'What happens to blank lines with --lines: skip them, or treat each as a record that fails [default: skip]' -r -f -a "skip\t'They are passed over'
emit\t'Each is a record that fails (TW011); --on-error says what happens then'"
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l exclude -d 'Leave out files of folders that match, as in a .gitignore: expected/, *.tmp.json (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l include -d 'Take only files of folders that match (may be repeated) [default: *.json, *.jsonl, *.ndjson, also compressed]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l stdin-filename -l label -d 'The name of standard input in messages and reports, by which settings are found' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l max-depth -d 'Deepest nesting of brackets [default: 1024]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l max-record-bytes -d 'Longest record in bytes; K, M and G may follow [default: 256M]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -s j -l jobs -d 'Worker threads [default: as many as there are cores]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -s o -l output -d 'Where to write; a folder if there are several inputs; - or nothing: standard output' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l framing -d 'How records are arranged in the output [default: as in the input]' -r -f -a "lines\t'One record for each line (JSONL)'
array\t'One array; every item is a record'
document\t'The whole file is one record'
messages\t'One message or event for each line; all lines are one record'
sse\t'Server-sent events; all are one record'
folder\t'A folder of sessions with its index (picklebot)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l set -d 'Set a member of each output record by JSON Pointer; a VALUE that is not JSON is a string (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l allow -d 'Losses that --strict accepts: codes, prefixes or names, separated by commas' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l on-error -d 'What happens to invalid records [default: stop]' -r -f -a "stop\t'End with an error; the output ends at the record before'
skip\t'Leave it out and count it'
emit\t'Write an error line instead'"
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l max-errors -d 'Exit 1 if more records than this fail: a number, or a percentage' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l report -d 'Write every loss and finding to this file, as JSON lines; - for standard error' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l report-summary -d 'Write the counts of the run to this file, as a JSON object; those of several runs add up' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l message -d 'Copy only the message with this id (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l branch -d 'The branch with this name or id, if there are several [default: the first one]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l name -d 'Name of the new branch [default: the name of its source with _fork]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l sender -d 'The sender of the copies' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l ids -d 'Random ids (UUID 4), or ids derived from the old ones (UUID 5)' -r -f -a "keep\t''
stable\t''
new\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l now -d 'The time of the copies, as in RFC 3339 [default: now]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l lines -d 'Treat input and output as JSON Lines: every non-blank line is one record'
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l force-exclude -d 'Leave out excluded files that are named, too'
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l escape-line-separators -d 'Write U+2028, U+2029 and U+0085 as escapes: some programs, such as Ray, end lines at them'
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l pretty -d 'Indent the output'
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l compact -d 'Write the output without spaces'
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -l strict -d 'Any loss is an error: exit 1, no file is written'
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -s i -l in-place -d 'Replace every input by its copy, as a whole or not at all'
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand clone" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -s f -l from -d 'Format of the input; see turnwise formats [default: auto, detect it]' -r -f -a "auto\t''
ag-ui\t''
alpaca\t''
anthropic\t''
anthropic:bedrock\t''
anthropic:vertex\t''
bedrock\t''
gemini\t''
keprompt\t''
keprompt-chat\t''
keprompt-prompt\t''
keprompt-statements\t''
lionpride\t''
ms-swift\t''
openai\t''
openai:finetune\t''
openai:batch\t''
openai:preference\t''
openai:litellm\t''
openai:mistral\t''
openai:cohere\t''
openai:ollama\t''
openai:deepseek\t''
openai:xai\t''
openai:openrouter\t''
openai:cerebras\t''
openai-responses\t''
patterpunk\t''
picklebot\t''
rows\t''
rows:prompt-response\t''
rows:prompt-completion\t''
rows:dolly\t''
rows:query-response\t''
rows:question-answer\t''
rows:question-response\t''
rows:problem-solution\t''
rows:input-output\t''
rows:input-ideal\t''
rows:user-assistant\t''
rows:instruction-answer\t''
rows:instances\t''
rows:conversation\t''
rows:text-completion\t''
sharegpt\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l columns -d 'Columns of flat rows, with --from rows or --to rows: user=question,assistant=answer,system=-' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l input-framing -d 'How records are arranged in the input, if it is not detected correctly' -r -f -a "lines\t'One record for each line (JSONL)'
array\t'One array; every item is a record'
document\t'The whole file is one record'
messages\t'One message or event for each line; all lines are one record'
sse\t'Server-sent events; all are one record'
folder\t'A folder of sessions with its index (picklebot)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l at -d 'Where the conversations are in each record: /history, \'/runs/*/traj\', or auto; the rest stays as it is (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l blank -d 'What happens to blank lines with --lines: skip them, or treat each as a record that fails [default: skip]' -r -f -a "skip\t'They are passed over'
emit\t'Each is a record that fails (TW011); --on-error says what happens then'"
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l exclude -d 'Leave out files of folders that match, as in a .gitignore: expected/, *.tmp.json (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l include -d 'Take only files of folders that match (may be repeated) [default: *.json, *.jsonl, *.ndjson, also compressed]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l stdin-filename -l label -d 'The name of standard input in messages and reports, by which settings are found' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l max-depth -d 'Deepest nesting of brackets [default: 1024]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l max-record-bytes -d 'Longest record in bytes; K, M and G may follow [default: 256M]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -s j -l jobs -d 'Worker threads [default: as many as there are cores]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -s o -l output -d 'Where to write; a folder if there are several inputs; - or nothing: standard output' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l framing -d 'How events are arranged in the output [default: as in the input]' -r -f -a "lines\t'One event for each line (JSONL)'
array\t'One array of events'
sse\t'Server-sent events'"
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l on-error -d 'What happens to invalid records [default: stop]' -r -f -a "stop\t'End with an error; the output ends at the record before'
skip\t'Leave it out and count it'
emit\t'Write an error line instead'"
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l max-errors -d 'Exit 1 if more records than this fail: a number, or a percentage' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l report -d 'Write every loss and finding to this file, as JSON lines; - for standard error' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l report-summary -d 'Write the counts of the run to this file, as a JSON object; those of several runs add up' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l level -d 'What is merged' -r -f -a "snapshot\t'One snapshot of the messages and one of the state'
deltas\t'One content event for each message, one arguments event for each tool call, one state snapshot for each run'"
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l scope -d 'Which runs get snapshots' -r -f -a "tip\t'Runs that no other run continues'
run\t'All runs, so that each can be restored; the size may grow with the square of the runs'
thread\t'The last run of the log, whatever it continues'"
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l lineage -d 'What a run without a parent continues' -r -f -a "auto\t'The run before it, in threads where no run names a parent; nothing in the others'
explicit\t'Nothing: it is a root'
previous\t'The run of the same thread before it'"
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l lines -d 'Treat input and output as JSON Lines: every non-blank line is one record'
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l force-exclude -d 'Leave out excluded files that are named, too'
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l escape-line-separators -d 'Write U+2028, U+2029 and U+0085 as escapes: some programs, such as Ray, end lines at them'
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l pretty -d 'Indent the output'
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l compact -d 'Write the output without spaces'
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -s i -l in-place -d 'Replace every input by the result, each as a whole or not at all'
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l check -d 'Write nothing; exit 1 if anything would change'
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -s n -l dry-run -d 'Write nothing; report what would be done'
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l sync -d 'Sync each new file of a folder before it gets its name, not all of them at the end'
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l keep-input -d 'Leave the input of runs as it is'
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l lenient -d 'Also read the spellings of some guides: `state` for `snapshot`, `patch` for `delta`, strings as messages'
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -l expand-chunks -d 'Expand chunks to start, content and end before deltas are joined'
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand compact" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -s f -l from -d 'Format of the input; see turnwise formats [default: auto, detect it]' -r -f -a "auto\t''
ag-ui\t''
alpaca\t''
anthropic\t''
anthropic:bedrock\t''
anthropic:vertex\t''
bedrock\t''
gemini\t''
keprompt\t''
keprompt-chat\t''
keprompt-prompt\t''
keprompt-statements\t''
lionpride\t''
ms-swift\t''
openai\t''
openai:finetune\t''
openai:batch\t''
openai:preference\t''
openai:litellm\t''
openai:mistral\t''
openai:cohere\t''
openai:ollama\t''
openai:deepseek\t''
openai:xai\t''
openai:openrouter\t''
openai:cerebras\t''
openai-responses\t''
patterpunk\t''
picklebot\t''
rows\t''
rows:prompt-response\t''
rows:prompt-completion\t''
rows:dolly\t''
rows:query-response\t''
rows:question-answer\t''
rows:question-response\t''
rows:problem-solution\t''
rows:input-output\t''
rows:input-ideal\t''
rows:user-assistant\t''
rows:instruction-answer\t''
rows:instances\t''
rows:conversation\t''
rows:text-completion\t''
sharegpt\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l columns -d 'Columns of flat rows, with --from rows or --to rows: user=question,assistant=answer,system=-' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l input-framing -d 'How records are arranged in the input, if it is not detected correctly' -r -f -a "lines\t'One record for each line (JSONL)'
array\t'One array; every item is a record'
document\t'The whole file is one record'
messages\t'One message or event for each line; all lines are one record'
sse\t'Server-sent events; all are one record'
folder\t'A folder of sessions with its index (picklebot)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l at -d 'Where the conversations are in each record: /history, \'/runs/*/traj\', or auto; the rest stays as it is (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l blank -d 'What happens to blank lines with --lines: skip them, or treat each as a record that fails [default: skip]' -r -f -a "skip\t'They are passed over'
emit\t'Each is a record that fails (TW011); --on-error says what happens then'"
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l exclude -d 'Leave out files of folders that match, as in a .gitignore: expected/, *.tmp.json (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l include -d 'Take only files of folders that match (may be repeated) [default: *.json, *.jsonl, *.ndjson, also compressed]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l stdin-filename -l label -d 'The name of standard input in messages and reports, by which settings are found' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l max-depth -d 'Deepest nesting of brackets [default: 1024]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l max-record-bytes -d 'Longest record in bytes; K, M and G may follow [default: 256M]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -s j -l jobs -d 'Worker threads [default: as many as there are cores]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -s o -l output -d 'Where to write; a folder if there are several inputs; - or nothing: standard output' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l framing -d 'How events are arranged in the output [default: as in the input]' -r -f -a "lines\t'One event for each line (JSONL)'
array\t'One array of events'
sse\t'Server-sent events'"
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l on-error -d 'What happens to invalid records [default: stop]' -r -f -a "stop\t'End with an error; the output ends at the record before'
skip\t'Leave it out and count it'
emit\t'Write an error line instead'"
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l max-errors -d 'Exit 1 if more records than this fail: a number, or a percentage' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l report -d 'Write every loss and finding to this file, as JSON lines; - for standard error' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l report-summary -d 'Write the counts of the run to this file, as a JSON object; those of several runs add up' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l run -d 'Replay only this run and its parents' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l thread -d 'The thread of the run, if several threads have a run with this id' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l lineage -d 'What a run without a parent continues' -r -f -a "auto\t'The run before it, in threads where no run names a parent; nothing in the others'
explicit\t'Nothing: it is a root'
previous\t'The run of the same thread before it'"
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l on-duplicate -d 'Which run to use if several have the same id [default: report it and stop]' -r -f -a "first\t''
last\t''
all\t'All of them, one after the other'"
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l lines -d 'Treat input and output as JSON Lines: every non-blank line is one record'
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l force-exclude -d 'Leave out excluded files that are named, too'
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l escape-line-separators -d 'Write U+2028, U+2029 and U+0085 as escapes: some programs, such as Ray, end lines at them'
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l pretty -d 'Indent the output'
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l compact -d 'Write the output without spaces'
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l messages -d 'Print the messages'
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l state -d 'Print the state'
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l events -d 'Print the events of the branch as they are'
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l lenient -d 'Also read the spellings of some guides: `state` for `snapshot`, `patch` for `delta`, strings as messages'
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -l allow-missing-parent -d 'Continue if a parent is not in the log'
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand replay" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -s f -l from -d 'Format of the input; see turnwise formats [default: auto, detect it]' -r -f -a "auto\t''
ag-ui\t''
alpaca\t''
anthropic\t''
anthropic:bedrock\t''
anthropic:vertex\t''
bedrock\t''
gemini\t''
keprompt\t''
keprompt-chat\t''
keprompt-prompt\t''
keprompt-statements\t''
lionpride\t''
ms-swift\t''
openai\t''
openai:finetune\t''
openai:batch\t''
openai:preference\t''
openai:litellm\t''
openai:mistral\t''
openai:cohere\t''
openai:ollama\t''
openai:deepseek\t''
openai:xai\t''
openai:openrouter\t''
openai:cerebras\t''
openai-responses\t''
patterpunk\t''
picklebot\t''
rows\t''
rows:prompt-response\t''
rows:prompt-completion\t''
rows:dolly\t''
rows:query-response\t''
rows:question-answer\t''
rows:question-response\t''
rows:problem-solution\t''
rows:input-output\t''
rows:input-ideal\t''
rows:user-assistant\t''
rows:instruction-answer\t''
rows:instances\t''
rows:conversation\t''
rows:text-completion\t''
sharegpt\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l columns -d 'Columns of flat rows, with --from rows or --to rows: user=question,assistant=answer,system=-' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l input-framing -d 'How records are arranged in the input, if it is not detected correctly' -r -f -a "lines\t'One record for each line (JSONL)'
array\t'One array; every item is a record'
document\t'The whole file is one record'
messages\t'One message or event for each line; all lines are one record'
sse\t'Server-sent events; all are one record'
folder\t'A folder of sessions with its index (picklebot)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l at -d 'Where the conversations are in each record: /history, \'/runs/*/traj\', or auto; the rest stays as it is (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l blank -d 'What happens to blank lines with --lines: skip them, or treat each as a record that fails [default: skip]' -r -f -a "skip\t'They are passed over'
emit\t'Each is a record that fails (TW011); --on-error says what happens then'"
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l exclude -d 'Leave out files of folders that match, as in a .gitignore: expected/, *.tmp.json (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l include -d 'Take only files of folders that match (may be repeated) [default: *.json, *.jsonl, *.ndjson, also compressed]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l stdin-filename -l label -d 'The name of standard input in messages and reports, by which settings are found' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l max-depth -d 'Deepest nesting of brackets [default: 1024]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l max-record-bytes -d 'Longest record in bytes; K, M and G may follow [default: 256M]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -s j -l jobs -d 'Worker threads [default: as many as there are cores]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l on-error -d 'What happens to invalid records [default: stop]' -r -f -a "stop\t'End with an error; the output ends at the record before'
skip\t'Leave it out and count it'
emit\t'Write an error line instead'"
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l max-errors -d 'Exit 1 if more records than this fail: a number, or a percentage' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l lineage -d 'What a run without a parent continues' -r -f -a "auto\t'The run before it, in threads where no run names a parent; nothing in the others'
explicit\t'Nothing: it is a root'
previous\t'The run of the same thread before it'"
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l lines -d 'Treat input and output as JSON Lines: every non-blank line is one record'
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l force-exclude -d 'Leave out excluded files that are named, too'
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l json -d 'Print one JSON object for each file'
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l dot -d 'Print a graph for Graphviz'
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l mermaid -d 'Print a graph for Mermaid'
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -l pretty -d 'Indent the JSON'
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand lineage" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -s f -l from -d 'Format of the input; see turnwise formats [default: auto, detect it]' -r -f -a "auto\t''
ag-ui\t''
alpaca\t''
anthropic\t''
anthropic:bedrock\t''
anthropic:vertex\t''
bedrock\t''
gemini\t''
keprompt\t''
keprompt-chat\t''
keprompt-prompt\t''
keprompt-statements\t''
lionpride\t''
ms-swift\t''
openai\t''
openai:finetune\t''
openai:batch\t''
openai:preference\t''
openai:litellm\t''
openai:mistral\t''
openai:cohere\t''
openai:ollama\t''
openai:deepseek\t''
openai:xai\t''
openai:openrouter\t''
openai:cerebras\t''
openai-responses\t''
patterpunk\t''
picklebot\t''
rows\t''
rows:prompt-response\t''
rows:prompt-completion\t''
rows:dolly\t''
rows:query-response\t''
rows:question-answer\t''
rows:question-response\t''
rows:problem-solution\t''
rows:input-output\t''
rows:input-ideal\t''
rows:user-assistant\t''
rows:instruction-answer\t''
rows:instances\t''
rows:conversation\t''
rows:text-completion\t''
sharegpt\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l columns -d 'Columns of flat rows, with --from rows or --to rows: user=question,assistant=answer,system=-' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l input-framing -d 'How records are arranged in the input, if it is not detected correctly' -r -f -a "lines\t'One record for each line (JSONL)'
array\t'One array; every item is a record'
document\t'The whole file is one record'
messages\t'One message or event for each line; all lines are one record'
sse\t'Server-sent events; all are one record'
folder\t'A folder of sessions with its index (picklebot)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l at -d 'Where the conversations are in each record: /history, \'/runs/*/traj\', or auto; the rest stays as it is (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l blank -d 'What happens to blank lines with --lines: skip them, or treat each as a record that fails [default: skip]' -r -f -a "skip\t'They are passed over'
emit\t'Each is a record that fails (TW011); --on-error says what happens then'"
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l exclude -d 'Leave out files of folders that match, as in a .gitignore: expected/, *.tmp.json (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l include -d 'Take only files of folders that match (may be repeated) [default: *.json, *.jsonl, *.ndjson, also compressed]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l stdin-filename -l label -d 'The name of standard input in messages and reports, by which settings are found' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l max-depth -d 'Deepest nesting of brackets [default: 1024]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l max-record-bytes -d 'Longest record in bytes; K, M and G may follow [default: 256M]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -s j -l jobs -d 'Worker threads [default: as many as there are cores]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -s o -l output -d 'Where to write; a folder if there are several inputs; - or nothing: standard output' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l framing -d 'How events are arranged in the output [default: as in the input]' -r -f -a "lines\t'One event for each line (JSONL)'
array\t'One array of events'
sse\t'Server-sent events'"
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l on-error -d 'What happens to invalid records [default: stop]' -r -f -a "stop\t'End with an error; the output ends at the record before'
skip\t'Leave it out and count it'
emit\t'Write an error line instead'"
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l max-errors -d 'Exit 1 if more records than this fail: a number, or a percentage' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l report -d 'Write every loss and finding to this file, as JSON lines; - for standard error' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l report-summary -d 'Write the counts of the run to this file, as a JSON object; those of several runs add up' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l lineage -d 'What a run without a parent continues' -r -f -a "auto\t'The run before it, in threads where no run names a parent; nothing in the others'
explicit\t'Nothing: it is a root'
previous\t'The run of the same thread before it'"
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l lines -d 'Treat input and output as JSON Lines: every non-blank line is one record'
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l force-exclude -d 'Leave out excluded files that are named, too'
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l escape-line-separators -d 'Write U+2028, U+2029 and U+0085 as escapes: some programs, such as Ray, end lines at them'
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l pretty -d 'Indent the output'
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l compact -d 'Write the output without spaces'
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -s i -l in-place -d 'Replace every input by the result, each as a whole or not at all'
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l check -d 'Write nothing; exit 1 if anything would change'
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -s n -l dry-run -d 'Write nothing; report what would be done'
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l sync -d 'Sync each new file of a folder before it gets its name, not all of them at the end'
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l inverse -d 'Put the messages back'
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l by-id -d 'Remove messages with a known id also where they differ from the history'
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l lenient -d 'Also read the spellings of some guides: `state` for `snapshot`, `patch` for `delta`, strings as messages'
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -l assume-normalized -d 'Also put messages back if no mark says that some were removed'
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand normalize" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and not __fish_seen_subcommand_from run from-messages diff replay edit branch help" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and not __fish_seen_subcommand_from run from-messages diff replay edit branch help" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and not __fish_seen_subcommand_from run from-messages diff replay edit branch help" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and not __fish_seen_subcommand_from run from-messages diff replay edit branch help" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and not __fish_seen_subcommand_from run from-messages diff replay edit branch help" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and not __fish_seen_subcommand_from run from-messages diff replay edit branch help" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and not __fish_seen_subcommand_from run from-messages diff replay edit branch help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and not __fish_seen_subcommand_from run from-messages diff replay edit branch help" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and not __fish_seen_subcommand_from run from-messages diff replay edit branch help" -f -a "run" -d 'Execute statements and print the messages they make'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and not __fish_seen_subcommand_from run from-messages diff replay edit branch help" -f -a "from-messages" -d 'Write messages as statements that make them again'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and not __fish_seen_subcommand_from run from-messages diff replay edit branch help" -f -a "diff" -d 'Compare what statements make with the recorded messages'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and not __fish_seen_subcommand_from run from-messages diff replay edit branch help" -f -a "replay" -d 'Execute some statements again, on top of the variables and messages before them'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and not __fish_seen_subcommand_from run from-messages diff replay edit branch help" -f -a "edit" -d 'Change one statement; messages that may depend on it are left out'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and not __fish_seen_subcommand_from run from-messages diff replay edit branch help" -f -a "branch" -d 'Copy the beginning of a chat as a chat of its own'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and not __fish_seen_subcommand_from run from-messages diff replay edit branch help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -l chat -d 'Which chat, if the file has several' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -s o -l output -d 'Where to write; a folder if there are several inputs; - or nothing: standard output' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -l allow -d 'Losses that --strict accepts: codes, prefixes or names, separated by commas' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -l report -d 'Write every loss and finding to this file, as JSON lines; - for standard error' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -l max-record-bytes -d 'Longest input in bytes; K, M and G may follow [default: 256M]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -l exec -d 'Answers of `.exec`: skip (none), stub (`[exec N]`), from:FILE (the recorded messages of that file) [default: skip; of a chat: what it recorded]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -l params -d 'Variables, as a JSON object' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -l dir -d 'Read files below this folder [default: the folder of the program]' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -l documented -d 'Read `.prompt` files as the manual says where the program differs: lines after `.tool_result` are the result'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -l pretty -d 'Indent the output'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -l strict -d 'Any loss is an error: exit 1, and nothing is written'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -l continue-after-exit -d 'Continue after `.exit`, as a reply does [default for chats]'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from run" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -l chat -d 'Which chat, if the file has several' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -s o -l output -d 'Where to write; a folder if there are several inputs; - or nothing: standard output' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -l allow -d 'Losses that --strict accepts: codes, prefixes or names, separated by commas' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -l report -d 'Write every loss and finding to this file, as JSON lines; - for standard error' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -l max-record-bytes -d 'Longest input in bytes; K, M and G may follow [default: 256M]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -l format -d 'What to write' -r -f -a "json\t'A list of statements'
prompt\t'The text of a `.prompt` file, which holds less'"
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -l media-dir -d 'Write images there, and name them in the statements' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -l documented -d 'Read `.prompt` files as the manual says where the program differs: lines after `.tool_result` are the result'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -l pretty -d 'Indent the output'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -l strict -d 'Any loss is an error: exit 1, and nothing is written'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from from-messages" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -l chat -d 'Which chat, if the file has several' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -s o -l output -d 'Where to write; a folder if there are several inputs; - or nothing: standard output' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -l allow -d 'Losses that --strict accepts: codes, prefixes or names, separated by commas' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -l report -d 'Write every loss and finding to this file, as JSON lines; - for standard error' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -l max-record-bytes -d 'Longest input in bytes; K, M and G may follow [default: 256M]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -l dir -d 'Read files below this folder; without it, the content of files is not compared' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -l documented -d 'Read `.prompt` files as the manual says where the program differs: lines after `.tool_result` are the result'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -l pretty -d 'Indent the output'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -l strict -d 'Any loss is an error: exit 1, and nothing is written'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -l json -d 'Print one JSON object'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from diff" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l chat -d 'Which chat, if the file has several' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -s o -l output -d 'Where to write; a folder if there are several inputs; - or nothing: standard output' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l allow -d 'Losses that --strict accepts: codes, prefixes or names, separated by commas' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l report -d 'Write every loss and finding to this file, as JSON lines; - for standard error' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l max-record-bytes -d 'Longest input in bytes; K, M and G may follow [default: 256M]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l exec -d 'Answers of `.exec`: skip (none), stub (`[exec N]`), from:FILE (the recorded messages of that file) [default: skip; of a chat: what it recorded]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l params -d 'Variables, as a JSON object' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l dir -d 'Read files below this folder [default: the folder of the program]' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l from -d 'The first statement' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l to -d 'One past the last statement [default: the end]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l documented -d 'Read `.prompt` files as the manual says where the program differs: lines after `.tool_result` are the result'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l pretty -d 'Indent the output'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l strict -d 'Any loss is an error: exit 1, and nothing is written'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l continue-after-exit -d 'Continue after `.exit`, as a reply does [default for chats]'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l splice -d 'Print the messages before them, too'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from replay" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -l chat -d 'Which chat, if the file has several' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -s o -l output -d 'Where to write; a folder if there are several inputs; - or nothing: standard output' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -l allow -d 'Losses that --strict accepts: codes, prefixes or names, separated by commas' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -l report -d 'Write every loss and finding to this file, as JSON lines; - for standard error' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -l max-record-bytes -d 'Longest input in bytes; K, M and G may follow [default: 256M]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -l at -d 'Which statement, from 0' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -l set-value -d 'Its new value; with --insert-before the value of the new statement' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -l keyword -d 'Its new keyword, with or without the dot; with --insert-before that of the new statement' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -l documented -d 'Read `.prompt` files as the manual says where the program differs: lines after `.tool_result` are the result'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -l pretty -d 'Indent the output'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -l strict -d 'Any loss is an error: exit 1, and nothing is written'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -l delete -d 'Delete the statement'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -l insert-before -d 'Put a new statement before it, of --keyword and --set-value'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -l keep-messages -d 'Keep all messages of the chat, even if the statements no longer make them'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from edit" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -l chat -d 'Which chat, if the file has several' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -s o -l output -d 'Where to write; a folder if there are several inputs; - or nothing: standard output' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -l allow -d 'Losses that --strict accepts: codes, prefixes or names, separated by commas' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -l report -d 'Write every loss and finding to this file, as JSON lines; - for standard error' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -l max-record-bytes -d 'Longest input in bytes; K, M and G may follow [default: 256M]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -l at -d 'The first statement that is not copied' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -l new-id -d 'The id of the new chat' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -l now -d 'The time that is recorded in it [default: now]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -l documented -d 'Read `.prompt` files as the manual says where the program differs: lines after `.tool_result` are the result'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -l pretty -d 'Indent the output'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -l strict -d 'Any loss is an error: exit 1, and nothing is written'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from branch" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from help" -f -a "run" -d 'Execute statements and print the messages they make'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from help" -f -a "from-messages" -d 'Write messages as statements that make them again'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from help" -f -a "diff" -d 'Compare what statements make with the recorded messages'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from help" -f -a "replay" -d 'Execute some statements again, on top of the variables and messages before them'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from help" -f -a "edit" -d 'Change one statement; messages that may depend on it are left out'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from help" -f -a "branch" -d 'Copy the beginning of a chat as a chat of its own'
complete -c turnwise -n "__fish_turnwise_using_subcommand statements; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -s f -l from -d 'Format of the input; see turnwise formats [default: auto, detect it]' -r -f -a "auto\t''
ag-ui\t''
alpaca\t''
anthropic\t''
anthropic:bedrock\t''
anthropic:vertex\t''
bedrock\t''
gemini\t''
keprompt\t''
keprompt-chat\t''
keprompt-prompt\t''
keprompt-statements\t''
lionpride\t''
ms-swift\t''
openai\t''
openai:finetune\t''
openai:batch\t''
openai:preference\t''
openai:litellm\t''
openai:mistral\t''
openai:cohere\t''
openai:ollama\t''
openai:deepseek\t''
openai:xai\t''
openai:openrouter\t''
openai:cerebras\t''
openai-responses\t''
patterpunk\t''
picklebot\t''
rows\t''
rows:prompt-response\t''
rows:prompt-completion\t''
rows:dolly\t''
rows:query-response\t''
rows:question-answer\t''
rows:question-response\t''
rows:problem-solution\t''
rows:input-output\t''
rows:input-ideal\t''
rows:user-assistant\t''
rows:instruction-answer\t''
rows:instances\t''
rows:conversation\t''
rows:text-completion\t''
sharegpt\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l columns -d 'Columns of flat rows, with --from rows or --to rows: user=question,assistant=answer,system=-' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l input-framing -d 'How records are arranged in the input, if it is not detected correctly' -r -f -a "lines\t'One record for each line (JSONL)'
array\t'One array; every item is a record'
document\t'The whole file is one record'
messages\t'One message or event for each line; all lines are one record'
sse\t'Server-sent events; all are one record'
folder\t'A folder of sessions with its index (picklebot)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l at -d 'Where the conversations are in each record: /history, \'/runs/*/traj\', or auto; the rest stays as it is (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l blank -d 'What happens to blank lines with --lines: skip them, or treat each as a record that fails [default: skip]' -r -f -a "skip\t'They are passed over'
emit\t'Each is a record that fails (TW011); --on-error says what happens then'"
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l exclude -d 'Leave out files of folders that match, as in a .gitignore: expected/, *.tmp.json (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l include -d 'Take only files of folders that match (may be repeated) [default: *.json, *.jsonl, *.ndjson, also compressed]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l stdin-filename -l label -d 'The name of standard input in messages and reports, by which settings are found' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l max-depth -d 'Deepest nesting of brackets [default: 1024]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l max-record-bytes -d 'Longest record in bytes; K, M and G may follow [default: 256M]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -s j -l jobs -d 'Worker threads [default: as many as there are cores]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l set -d 'Set a member of each record: /run=7, /metadata/source="x"; a value that is not JSON is a string (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -s o -l output -d 'Where to write; a folder if there are several inputs; - or nothing: standard output' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l on-error -d 'What happens to invalid records [default: stop]' -r -f -a "stop\t'End with an error; the output ends at the record before'
skip\t'Leave it out and count it'
emit\t'Write an error line instead'"
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l max-errors -d 'Exit 1 if more records than this fail: a number, or a percentage' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l report -d 'Write every loss and finding to this file, as JSON lines; - for standard error' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l report-summary -d 'Write the counts of the run to this file, as a JSON object; those of several runs add up' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l media-root -d 'Embed files below this folder; references are relative to it' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l cache -d 'Keep downloads in this folder, and look there first' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l allow-type -d 'Types to embed; the first bytes of a file decide' -r -f -a "image\t'PNG, JPEG, GIF, WebP'
audio\t'MP3, WAV, OGG, FLAC'
video\t'MP4'
pdf\t'PDF'
text\t'Plain text'"
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l max-item-bytes -d 'Limit for one media file in bytes; K, M and G may follow' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l max-total-bytes -d 'Limit for all media files of one conversation in bytes' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l on-media-error -d 'What happens if a media file cannot be read or downloaded' -r -f -a "keep\t'Its reference stays; the exit code is 1'
fail\t'Its record is a bad record (--on-error decides)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l max-failures -d 'End the run if more media files than this fail [default: no limit]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l allow-host -d 'Allow a host whose address or port is not public (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l max-redirects -d 'Limit of redirects' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l timeout -d 'Seconds for one attempt to download a media file' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l retries -d 'Attempts for each media file' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l jobs-per-host -d 'Parallel downloads from one host' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l proxy -d 'Download through this proxy, which then decides about addresses [default: none, even if the environment names one]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l lines -d 'Treat input and output as JSON Lines: every non-blank line is one record'
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l force-exclude -d 'Leave out excluded files that are named, too'
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l escape-line-separators -d 'Write U+2028, U+2029 and U+0085 as escapes: some programs, such as Ray, end lines at them'
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -s i -l in-place -d 'Replace every input by the result, each as a whole or not at all'
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l check -d 'Write nothing; exit 1 if anything would change'
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -s n -l dry-run -d 'Write nothing; report what would be done'
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l sync -d 'Sync each new file of a folder before it gets its name, not all of them at the end'
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l offline -d 'Download nothing: embed only files and what the cache has'
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l allow-private-hosts -d 'Allow hosts of private networks, except metadata services of clouds'
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -l proxy-from-env -d 'Download through the proxy that the environment names'
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand inline-media" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -s f -l from -d 'Format of the input; see turnwise formats [default: auto, detect it]' -r -f -a "auto\t''
ag-ui\t''
alpaca\t''
anthropic\t''
anthropic:bedrock\t''
anthropic:vertex\t''
bedrock\t''
gemini\t''
keprompt\t''
keprompt-chat\t''
keprompt-prompt\t''
keprompt-statements\t''
lionpride\t''
ms-swift\t''
openai\t''
openai:finetune\t''
openai:batch\t''
openai:preference\t''
openai:litellm\t''
openai:mistral\t''
openai:cohere\t''
openai:ollama\t''
openai:deepseek\t''
openai:xai\t''
openai:openrouter\t''
openai:cerebras\t''
openai-responses\t''
patterpunk\t''
picklebot\t''
rows\t''
rows:prompt-response\t''
rows:prompt-completion\t''
rows:dolly\t''
rows:query-response\t''
rows:question-answer\t''
rows:question-response\t''
rows:problem-solution\t''
rows:input-output\t''
rows:input-ideal\t''
rows:user-assistant\t''
rows:instruction-answer\t''
rows:instances\t''
rows:conversation\t''
rows:text-completion\t''
sharegpt\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l columns -d 'Columns of flat rows, with --from rows or --to rows: user=question,assistant=answer,system=-' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l input-framing -d 'How records are arranged in the input, if it is not detected correctly' -r -f -a "lines\t'One record for each line (JSONL)'
array\t'One array; every item is a record'
document\t'The whole file is one record'
messages\t'One message or event for each line; all lines are one record'
sse\t'Server-sent events; all are one record'
folder\t'A folder of sessions with its index (picklebot)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l at -d 'Where the conversations are in each record: /history, \'/runs/*/traj\', or auto; the rest stays as it is (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l blank -d 'What happens to blank lines with --lines: skip them, or treat each as a record that fails [default: skip]' -r -f -a "skip\t'They are passed over'
emit\t'Each is a record that fails (TW011); --on-error says what happens then'"
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l exclude -d 'Leave out files of folders that match, as in a .gitignore: expected/, *.tmp.json (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l include -d 'Take only files of folders that match (may be repeated) [default: *.json, *.jsonl, *.ndjson, also compressed]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l stdin-filename -l label -d 'The name of standard input in messages and reports, by which settings are found' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l max-depth -d 'Deepest nesting of brackets [default: 1024]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l max-record-bytes -d 'Longest record in bytes; K, M and G may follow [default: 256M]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -s j -l jobs -d 'Worker threads [default: as many as there are cores]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l set -d 'Set a member of each record: /run=7, /metadata/source="x"; a value that is not JSON is a string (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -s o -l output -d 'Where to write; a folder if there are several inputs; - or nothing: standard output' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l on-error -d 'What happens to invalid records [default: stop]' -r -f -a "stop\t'End with an error; the output ends at the record before'
skip\t'Leave it out and count it'
emit\t'Write an error line instead'"
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l max-errors -d 'Exit 1 if more records than this fail: a number, or a percentage' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l report -d 'Write every loss and finding to this file, as JSON lines; - for standard error' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l report-summary -d 'Write the counts of the run to this file, as a JSON object; those of several runs add up' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -s d -l dir -d 'The folder for the files' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l lines -d 'Treat input and output as JSON Lines: every non-blank line is one record'
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l force-exclude -d 'Leave out excluded files that are named, too'
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l escape-line-separators -d 'Write U+2028, U+2029 and U+0085 as escapes: some programs, such as Ray, end lines at them'
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -s i -l in-place -d 'Replace every input by the result, each as a whole or not at all'
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l check -d 'Write nothing; exit 1 if anything would change'
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -s n -l dry-run -d 'Write nothing; report what would be done'
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -l sync -d 'Sync each new file of a folder before it gets its name, not all of them at the end'
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand extract-media" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -s f -l from -d 'Format of the input; see turnwise formats [default: auto, detect it]' -r -f -a "auto\t''
ag-ui\t''
alpaca\t''
anthropic\t''
anthropic:bedrock\t''
anthropic:vertex\t''
bedrock\t''
gemini\t''
keprompt\t''
keprompt-chat\t''
keprompt-prompt\t''
keprompt-statements\t''
lionpride\t''
ms-swift\t''
openai\t''
openai:finetune\t''
openai:batch\t''
openai:preference\t''
openai:litellm\t''
openai:mistral\t''
openai:cohere\t''
openai:ollama\t''
openai:deepseek\t''
openai:xai\t''
openai:openrouter\t''
openai:cerebras\t''
openai-responses\t''
patterpunk\t''
picklebot\t''
rows\t''
rows:prompt-response\t''
rows:prompt-completion\t''
rows:dolly\t''
rows:query-response\t''
rows:question-answer\t''
rows:question-response\t''
rows:problem-solution\t''
rows:input-output\t''
rows:input-ideal\t''
rows:user-assistant\t''
rows:instruction-answer\t''
rows:instances\t''
rows:conversation\t''
rows:text-completion\t''
sharegpt\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -l columns -d 'Columns of flat rows, with --from rows or --to rows: user=question,assistant=answer,system=-' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -l input-framing -d 'How records are arranged in the input, if it is not detected correctly' -r -f -a "lines\t'One record for each line (JSONL)'
array\t'One array; every item is a record'
document\t'The whole file is one record'
messages\t'One message or event for each line; all lines are one record'
sse\t'Server-sent events; all are one record'
folder\t'A folder of sessions with its index (picklebot)'"
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -l at -d 'Where the conversations are in each record: /history, \'/runs/*/traj\', or auto; the rest stays as it is (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -l blank -d 'What happens to blank lines with --lines: skip them, or treat each as a record that fails [default: skip]' -r -f -a "skip\t'They are passed over'
emit\t'Each is a record that fails (TW011); --on-error says what happens then'"
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -l exclude -d 'Leave out files of folders that match, as in a .gitignore: expected/, *.tmp.json (may be repeated)' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -l include -d 'Take only files of folders that match (may be repeated) [default: *.json, *.jsonl, *.ndjson, also compressed]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -l stdin-filename -l label -d 'The name of standard input in messages and reports, by which settings are found' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -l max-depth -d 'Deepest nesting of brackets [default: 1024]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -l max-expansion -d 'How many times its size compressed input may expand to, after 64 MiB [default: 200]' -r
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -l lines -d 'Treat input and output as JSON Lines: every non-blank line is one record'
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -l force-exclude -d 'Leave out excluded files that are named, too'
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -l json -d 'Print one JSON object for each file'
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand detect" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand formats" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand formats" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand formats" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand formats" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand formats" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand formats" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand formats" -l json -d 'Print JSON instead of a table'
complete -c turnwise -n "__fish_turnwise_using_subcommand formats" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand formats" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand schema" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand schema" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand schema" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand schema" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand schema" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand schema" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand schema" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand schema" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand config" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand config" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand config" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand config" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand config" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand config" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand config" -l json -d 'Print one JSON object'
complete -c turnwise -n "__fish_turnwise_using_subcommand config" -s h -l help -d 'Print help'
complete -c turnwise -n "__fish_turnwise_using_subcommand config" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand explain" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand explain" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand explain" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand explain" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand explain" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand explain" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand explain" -l all -d 'Print the pages of all codes'
complete -c turnwise -n "__fish_turnwise_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand explain" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand completions" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand completions" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand completions" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand completions" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand completions" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand completions" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand completions" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand man" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand man" -l progress -d 'When to show progress' -r -f -a "auto\t''
always\t''
never\t''"
complete -c turnwise -n "__fish_turnwise_using_subcommand man" -l config -d 'Read settings from this file instead of the nearest turnwise.toml' -r -F
complete -c turnwise -n "__fish_turnwise_using_subcommand man" -s q -l quiet -d 'Print only errors'
complete -c turnwise -n "__fish_turnwise_using_subcommand man" -s v -l verbose -d 'Print more: every place of every loss, the evidence of detection'
complete -c turnwise -n "__fish_turnwise_using_subcommand man" -l isolated -d 'Read no turnwise.toml'
complete -c turnwise -n "__fish_turnwise_using_subcommand man" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c turnwise -n "__fish_turnwise_using_subcommand man" -s V -l version -d 'Print version'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "convert" -d 'Convert conversations from one format to another'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "validate" -d 'Check conversations: syntax, shape, then rules'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "migrate-ids" -d 'Create or rename ids, and update every reference to them'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "diff" -d 'Show what changed between two versions of conversations, whatever their formats'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "prepare" -d 'Print the chat list that lionpride would send for a conversation'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "clone" -d 'Copy messages under new ids that record their origin, or fork a branch (lionpride)'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "compact" -d 'Make an event log smaller; it replays to the same messages and state'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "replay" -d 'Show the messages and the state that an event log, or one branch of it, produces'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "lineage" -d 'Show which run of an event log continues which'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "normalize" -d 'Remove messages from inputs of runs that earlier runs already have, or put them back'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "statements" -d 'Run, create, compare and edit keprompt statements, without a model'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "inline-media" -d 'Make conversations self-contained: replace references by the media files'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "extract-media" -d 'Move media files out of conversations into files, and leave references'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "detect" -d 'Name the format of files, with confidence and evidence'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "formats" -d 'List the formats, and what each of them keeps'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "schema" -d 'Print a JSON Schema (2020-12) of the records of a format'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "config" -d 'Show the settings in force for a file or folder, and where each one comes from'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "explain" -d 'Explain a code (TW203) or a format'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "completions" -d 'Print the completion script of a shell'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "man" -d 'Print a manual page, for man(1)'
complete -c turnwise -n "__fish_turnwise_using_subcommand help; and not __fish_seen_subcommand_from convert validate migrate-ids diff prepare clone compact replay lineage normalize statements inline-media extract-media detect formats schema config explain completions man help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
