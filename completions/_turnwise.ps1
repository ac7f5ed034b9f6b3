
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'turnwise' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'turnwise'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'turnwise' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('convert', 'convert', [CompletionResultType]::ParameterValue, 'Convert conversations from one format to another')
            [CompletionResult]::new('validate', 'validate', [CompletionResultType]::ParameterValue, 'Check conversations: syntax, shape, then rules')
            [CompletionResult]::new('migrate-ids', 'migrate-ids', [CompletionResultType]::ParameterValue, 'Give ids, rename them, and rewrite every reference to them')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Show what changed between two versions of conversations, whatever their formats')
            [CompletionResult]::new('prepare', 'prepare', [CompletionResultType]::ParameterValue, 'Print the chat list that lionpride would send for a conversation')
            [CompletionResult]::new('clone', 'clone', [CompletionResultType]::ParameterValue, 'Copy messages with new ids that say what they were made from, or fork a branch')
            [CompletionResult]::new('compact', 'compact', [CompletionResultType]::ParameterValue, 'Make an event log smaller without changing what it replays to')
            [CompletionResult]::new('replay', 'replay', [CompletionResultType]::ParameterValue, 'Show the messages and the state that an event log adds up to, or one branch of it')
            [CompletionResult]::new('lineage', 'lineage', [CompletionResultType]::ParameterValue, 'Show which run of an event log goes on from which')
            [CompletionResult]::new('normalize', 'normalize', [CompletionResultType]::ParameterValue, 'Take messages out of the inputs of runs that the runs before hold already, and put them back')
            [CompletionResult]::new('statements', 'statements', [CompletionResultType]::ParameterValue, 'Run, make, compare and edit the statements of keprompt, without any model')
            [CompletionResult]::new('inline-media', 'inline-media', [CompletionResultType]::ParameterValue, 'Make conversations self-contained: what they refer to becomes part of them')
            [CompletionResult]::new('extract-media', 'extract-media', [CompletionResultType]::ParameterValue, 'Put the media of conversations into files, and leave references to them')
            [CompletionResult]::new('detect', 'detect', [CompletionResultType]::ParameterValue, 'Tell which format files are in, how sure that is, and why')
            [CompletionResult]::new('formats', 'formats', [CompletionResultType]::ParameterValue, 'Print the formats, and what becomes of each fact in them')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a code (TW203) or a format: what, why, examples')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print a manual page, for man(1)')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'turnwise;convert' {
            [CompletionResult]::new('-t', '-t', [CompletionResultType]::ParameterName, 'Format of the output, perhaps with a dialect (openai:finetune)')
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'Format of the output, perhaps with a dialect (openai:finetune)')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Named variant of the target')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--input-framing', '--input-framing', [CompletionResultType]::ParameterName, 'How records lie in the input, where finding out goes wrong')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files that match, when folders are walked (may be repeated)')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Deepest nesting of brackets [default: 1024]')
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--max-record-bytes', '--max-record-bytes', [CompletionResultType]::ParameterName, 'Longest record in bytes; K, M and G may follow [default: 256M]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'When to show progress')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Where to write; a folder if there are several inputs [default: standard output]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Where to write; a folder if there are several inputs [default: standard output]')
            [CompletionResult]::new('--framing', '--framing', [CompletionResultType]::ParameterName, 'How records lie in the output [default: as in the input]')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Losses --strict lets pass: a code, a prefix or a name (may be repeated)')
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What a bad record does [default: stop]')
            [CompletionResult]::new('--max-errors', '--max-errors', [CompletionResultType]::ParameterName, 'Exit 1 if more records than this fail: a number, or a percentage')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write every loss and finding to this file, as JSON lines; - for standard error')
            [CompletionResult]::new('--container', '--container', [CompletionResultType]::ParameterName, 'Write the request body, or the bare list of messages [default: body]')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'What to write where the target holds event streams (ag-ui)')
            [CompletionResult]::new('--settings', '--settings', [CompletionResultType]::ParameterName, 'Settings of requests that mean the same in both formats: carry them over, or drop and report all [default: keep]')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set a member of each output record by JSON Pointer; a VALUE that is not JSON is a string (may be repeated)')
            [CompletionResult]::new('--ids', '--ids', [CompletionResultType]::ParameterName, 'Keep ids, derive new ones from them (UUID 5), or draw new ones (UUID 4)')
            [CompletionResult]::new('--branch', '--branch', [CompletionResultType]::ParameterName, 'Of a conversation with branches: the first one, each as a record, or the one with this name or id')
            [CompletionResult]::new('--now', '--now', [CompletionResultType]::ParameterName, 'The present time for texts that show it, as RFC 3339 writes it [default: the clock]')
            [CompletionResult]::new('--mode', '--mode', [CompletionResultType]::ParameterName, 'Which form of lionpride''s objects to write')
            [CompletionResult]::new('--media-root', '--media-root', [CompletionResultType]::ParameterName, 'Files below this folder may be embedded; references are relative to it')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Keep what is fetched in this folder, and look there first')
            [CompletionResult]::new('--allow-type', '--allow-type', [CompletionResultType]::ParameterName, 'What may be embedded; the first bytes decide')
            [CompletionResult]::new('--max-item-bytes', '--max-item-bytes', [CompletionResultType]::ParameterName, 'Most bytes of one medium; K, M and G may follow')
            [CompletionResult]::new('--max-total-bytes', '--max-total-bytes', [CompletionResultType]::ParameterName, 'Most bytes of all media of one conversation')
            [CompletionResult]::new('--on-media-error', '--on-media-error', [CompletionResultType]::ParameterName, 'What a medium that cannot be had does')
            [CompletionResult]::new('--max-failures', '--max-failures', [CompletionResultType]::ParameterName, 'How many media may fail before the run ends [default: any number]')
            [CompletionResult]::new('--allow-host', '--allow-host', [CompletionResultType]::ParameterName, 'A host that may be asked although its address or port is not public (may be repeated)')
            [CompletionResult]::new('--max-redirects', '--max-redirects', [CompletionResultType]::ParameterName, 'How many redirects are followed')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Seconds for one try to fetch a medium')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Tries for each medium, where another one may do better')
            [CompletionResult]::new('--jobs-per-host', '--jobs-per-host', [CompletionResultType]::ParameterName, 'How many at once are fetched from one host')
            [CompletionResult]::new('--proxy', '--proxy', [CompletionResultType]::ParameterName, 'Fetch through this proxy, which then decides about addresses [default: none, whatever the environment says]')
            [CompletionResult]::new('--carry', '--carry', [CompletionResultType]::ParameterName, 'Also write this file, with which --restore brings the source back byte for byte')
            [CompletionResult]::new('--restore', '--restore', [CompletionResultType]::ParameterName, 'Give every record back as it was when --carry wrote this file; records that were edited since are converted')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Indent the output')
            [CompletionResult]::new('--compact', '--compact', [CompletionResultType]::ParameterName, 'Write the output without spaces')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Any loss is an error: exit 1, no file is written; with --on-error skip or emit, its record is a bad record')
            [CompletionResult]::new('-i', '-i', [CompletionResultType]::ParameterName, 'Replace every input by the result, each as a whole or not at all')
            [CompletionResult]::new('--in-place', '--in-place', [CompletionResultType]::ParameterName, 'Replace every input by the result, each as a whole or not at all')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing; exit 1 if anything would change')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Write nothing; say what would be done')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Write nothing; say what would be done')
            [CompletionResult]::new('--lossy', '--lossy', [CompletionResultType]::ParameterName, 'Leave out and report what the target cannot hold validly, instead of refusing the record')
            [CompletionResult]::new('--repair', '--repair', [CompletionResultType]::ParameterName, 'Mend what services refuse: missing results, results without a call, a first message; each is reported')
            [CompletionResult]::new('--reasoning-as-text', '--reasoning-as-text', [CompletionResultType]::ParameterName, 'Write reasoning as visible text where the target has no place for it')
            [CompletionResult]::new('--rendered', '--rendered', [CompletionResultType]::ParameterName, 'Write the chat list that the source''s own program sends, exactly (lionpride)')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Give services the bare words, not the text that the source''s own program sends (lionpride)')
            [CompletionResult]::new('--inline-media', '--inline-media', [CompletionResultType]::ParameterName, 'Fetch or read what references to media lead to, for targets that hold bytes (patterpunk, bedrock)')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Fetch nothing: only files and what the cache holds are embedded')
            [CompletionResult]::new('--allow-private-hosts', '--allow-private-hosts', [CompletionResultType]::ParameterName, 'Hosts of private networks may be asked; those that tell machines their secrets may not')
            [CompletionResult]::new('--proxy-from-env', '--proxy-from-env', [CompletionResultType]::ParameterName, 'Fetch through the proxy that the environment names')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;validate' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--input-framing', '--input-framing', [CompletionResultType]::ParameterName, 'How records lie in the input, where finding out goes wrong')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files that match, when folders are walked (may be repeated)')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Deepest nesting of brackets [default: 1024]')
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--max-record-bytes', '--max-record-bytes', [CompletionResultType]::ParameterName, 'Longest record in bytes; K, M and G may follow [default: 256M]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'When to show progress')
            [CompletionResult]::new('--for', '--for', [CompletionResultType]::ParameterName, 'Would this format accept it, if it were sent now?')
            [CompletionResult]::new('--output-format', '--output-format', [CompletionResultType]::ParameterName, 'How findings are printed [default: full on a terminal, else concise]')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Look only for these codes: an id, a prefix (TW2) or a name')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Leave out these codes')
            [CompletionResult]::new('--extend-select', '--extend-select', [CompletionResultType]::ParameterName, 'Look for these codes too, beside those of --select')
            [CompletionResult]::new('--max-findings', '--max-findings', [CompletionResultType]::ParameterName, 'Print at most so many findings of a file')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write every finding to this file, as JSON lines; - for standard error')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('--warn-as-error', '--warn-as-error', [CompletionResultType]::ParameterName, 'Warnings are errors')
            [CompletionResult]::new('--lenient', '--lenient', [CompletionResultType]::ParameterName, 'Take a log of events that does not begin with a run (ag-ui)')
            [CompletionResult]::new('--statistics', '--statistics', [CompletionResultType]::ParameterName, 'Print how often each code came up, instead of every finding')
            [CompletionResult]::new('--exit-zero', '--exit-zero', [CompletionResultType]::ParameterName, 'Exit 0 even if there are errors')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;migrate-ids' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--input-framing', '--input-framing', [CompletionResultType]::ParameterName, 'How records lie in the input, where finding out goes wrong')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files that match, when folders are walked (may be repeated)')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Deepest nesting of brackets [default: 1024]')
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--max-record-bytes', '--max-record-bytes', [CompletionResultType]::ParameterName, 'Longest record in bytes; K, M and G may follow [default: 256M]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'When to show progress')
            [CompletionResult]::new('--scheme', '--scheme', [CompletionResultType]::ParameterName, 'How new ids are made: uuid5, uuid4, uuid7, or seq: and a prefix for numbers')
            [CompletionResult]::new('--which', '--which', [CompletionResultType]::ParameterName, 'Which ids change [default: missing; with --for: invalid]')
            [CompletionResult]::new('--scope', '--scope', [CompletionResultType]::ParameterName, 'Of what: message, call, run, thread, conversation, separated by commas, or all [default: message; with --for: call]')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'What uuid5 derives ids in: a UUID, one of dns, url, oid and x500, or any other name [default: oid]')
            [CompletionResult]::new('--for', '--for', [CompletionResultType]::ParameterName, 'Make ids of calls that this service takes')
            [CompletionResult]::new('--map-out', '--map-out', [CompletionResultType]::ParameterName, 'Write what became of which id to this file, a line each')
            [CompletionResult]::new('--map-in', '--map-in', [CompletionResultType]::ParameterName, 'Rename the ids that stand in this file, and no others')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Where to write; a folder if there are several inputs [default: standard output]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Where to write; a folder if there are several inputs [default: standard output]')
            [CompletionResult]::new('--framing', '--framing', [CompletionResultType]::ParameterName, 'How records lie in the output [default: as in the input]')
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What a bad record does [default: stop]')
            [CompletionResult]::new('--max-errors', '--max-errors', [CompletionResultType]::ParameterName, 'Exit 1 if more records than this fail: a number, or a percentage')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write every finding to this file, as JSON lines; - for standard error')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('--allow-dangling', '--allow-dangling', [CompletionResultType]::ParameterName, 'Rename references that lead nowhere too, instead of refusing their record')
            [CompletionResult]::new('--reverse', '--reverse', [CompletionResultType]::ParameterName, 'Undo what --map-in says, to the byte')
            [CompletionResult]::new('--shared-map', '--shared-map', [CompletionResultType]::ParameterName, 'Numbers go on from file to file, and an id has one in all of them; only seq: needs this')
            [CompletionResult]::new('-i', '-i', [CompletionResultType]::ParameterName, 'Replace every input by the result, each as a whole or not at all')
            [CompletionResult]::new('--in-place', '--in-place', [CompletionResultType]::ParameterName, 'Replace every input by the result, each as a whole or not at all')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing; exit 1 if anything would change')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Write nothing; say what would be done')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Write nothing; say what would be done')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Indent the output')
            [CompletionResult]::new('--compact', '--compact', [CompletionResultType]::ParameterName, 'Write the output without spaces')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;diff' {
            [CompletionResult]::new('--input-framing', '--input-framing', [CompletionResultType]::ParameterName, 'How records lie in the input, where finding out goes wrong')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files that match, when folders are walked (may be repeated)')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Deepest nesting of brackets [default: 1024]')
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--from-b', '--from-b', [CompletionResultType]::ParameterName, 'Format of B, where it is another one')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'What does not count')
            [CompletionResult]::new('--align', '--align', [CompletionResultType]::ParameterName, 'How messages find their counterparts')
            [CompletionResult]::new('--output-format', '--output-format', [CompletionResultType]::ParameterName, 'How changes are printed')
            [CompletionResult]::new('-U', '-U ', [CompletionResultType]::ParameterName, 'Lines around each change (unified)')
            [CompletionResult]::new('--unified', '--unified', [CompletionResultType]::ParameterName, 'Lines around each change (unified)')
            [CompletionResult]::new('--html', '--html', [CompletionResultType]::ParameterName, 'Write a page that shows both files side by side')
            [CompletionResult]::new('--max-record-bytes', '--max-record-bytes', [CompletionResultType]::ParameterName, 'Longest record in bytes; K, M and G may follow [default: 256M]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'When to show progress')
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What a bad record does [default: stop]')
            [CompletionResult]::new('--max-errors', '--max-errors', [CompletionResultType]::ParameterName, 'Exit 1 if more records than this fail: a number, or a percentage')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format of both files, or of A [default: auto, look and tell]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Format of both files, or of A [default: auto, look and tell]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('--stat', '--stat', [CompletionResultType]::ParameterName, 'Print how many changes of each kind')
            [CompletionResult]::new('--brief', '--brief', [CompletionResultType]::ParameterName, 'Print only whether they differ')
            [CompletionResult]::new('--new-messages', '--new-messages', [CompletionResultType]::ParameterName, 'Print the messages that only B has, as they stand there, one a line')
            [CompletionResult]::new('--driver', '--driver', [CompletionResultType]::ParameterName, 'Take the arguments that git gives to a diff driver, and exit 0 where there are differences')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;prepare' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--input-framing', '--input-framing', [CompletionResultType]::ParameterName, 'How records lie in the input, where finding out goes wrong')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files that match, when folders are walked (may be repeated)')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Deepest nesting of brackets [default: 1024]')
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--max-record-bytes', '--max-record-bytes', [CompletionResultType]::ParameterName, 'Longest record in bytes; K, M and G may follow [default: 256M]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'When to show progress')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Where to write; a folder if there are several inputs [default: standard output]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Where to write; a folder if there are several inputs [default: standard output]')
            [CompletionResult]::new('--framing', '--framing', [CompletionResultType]::ParameterName, 'How records lie in the output [default: as in the input]')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Losses --strict lets pass: a code, a prefix or a name (may be repeated)')
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What a bad record does [default: stop]')
            [CompletionResult]::new('--max-errors', '--max-errors', [CompletionResultType]::ParameterName, 'Exit 1 if more records than this fail: a number, or a percentage')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write every loss and finding to this file, as JSON lines; - for standard error')
            [CompletionResult]::new('--branch', '--branch', [CompletionResultType]::ParameterName, 'Of a flow with branches: the one with this name or id [default: the first one]')
            [CompletionResult]::new('--order', '--order', [CompletionResultType]::ParameterName, 'Ids of the messages, in order, instead of a branch')
            [CompletionResult]::new('--new', '--new', [CompletionResultType]::ParameterName, 'The content of what is to be said next, as JSON; @FILE reads it from a file')
            [CompletionResult]::new('--new-instruction', '--new-instruction', [CompletionResultType]::ParameterName, 'The content of what is to be said next, as JSON; @FILE reads it from a file')
            [CompletionResult]::new('--request-model', '--request-model', [CompletionResultType]::ParameterName, 'JSON Schema of the class that the next answer is asked for, in a file')
            [CompletionResult]::new('--now', '--now', [CompletionResultType]::ParameterName, 'The present time for a system text that shows it, as RFC 3339 writes it [default: the clock]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Indent the output')
            [CompletionResult]::new('--compact', '--compact', [CompletionResultType]::ParameterName, 'Write the output without spaces')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Any loss is an error: exit 1, no file is written; with --on-error skip or emit, its record is a bad record')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;clone' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--input-framing', '--input-framing', [CompletionResultType]::ParameterName, 'How records lie in the input, where finding out goes wrong')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files that match, when folders are walked (may be repeated)')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Deepest nesting of brackets [default: 1024]')
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--max-record-bytes', '--max-record-bytes', [CompletionResultType]::ParameterName, 'Longest record in bytes; K, M and G may follow [default: 256M]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'When to show progress')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Where to write; a folder if there are several inputs [default: standard output]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Where to write; a folder if there are several inputs [default: standard output]')
            [CompletionResult]::new('--framing', '--framing', [CompletionResultType]::ParameterName, 'How records lie in the output [default: as in the input]')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Losses --strict lets pass: a code, a prefix or a name (may be repeated)')
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What a bad record does [default: stop]')
            [CompletionResult]::new('--max-errors', '--max-errors', [CompletionResultType]::ParameterName, 'Exit 1 if more records than this fail: a number, or a percentage')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write every loss and finding to this file, as JSON lines; - for standard error')
            [CompletionResult]::new('--message', '--message', [CompletionResultType]::ParameterName, 'Only the message with this id (may be repeated)')
            [CompletionResult]::new('--branch', '--branch', [CompletionResultType]::ParameterName, 'Of a flow with branches: the one with this name or id [default: the first one]')
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'Name of the new branch [default: that of its source with _fork]')
            [CompletionResult]::new('--sender', '--sender', [CompletionResultType]::ParameterName, 'Who sends the copies')
            [CompletionResult]::new('--ids', '--ids', [CompletionResultType]::ParameterName, 'Draw new ids (UUID 4), or derive them from the old ones (UUID 5)')
            [CompletionResult]::new('--now', '--now', [CompletionResultType]::ParameterName, 'When the copies are made, as RFC 3339 writes it [default: the clock]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Indent the output')
            [CompletionResult]::new('--compact', '--compact', [CompletionResultType]::ParameterName, 'Write the output without spaces')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Any loss is an error: exit 1, no file is written; with --on-error skip or emit, its record is a bad record')
            [CompletionResult]::new('-i', '-i', [CompletionResultType]::ParameterName, 'Replace every input by its copy, as a whole or not at all')
            [CompletionResult]::new('--in-place', '--in-place', [CompletionResultType]::ParameterName, 'Replace every input by its copy, as a whole or not at all')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;compact' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--input-framing', '--input-framing', [CompletionResultType]::ParameterName, 'How records lie in the input, where finding out goes wrong')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files that match, when folders are walked (may be repeated)')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Deepest nesting of brackets [default: 1024]')
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--max-record-bytes', '--max-record-bytes', [CompletionResultType]::ParameterName, 'Longest record in bytes; K, M and G may follow [default: 256M]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'When to show progress')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Where to write; a folder if there are several inputs [default: standard output]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Where to write; a folder if there are several inputs [default: standard output]')
            [CompletionResult]::new('--framing', '--framing', [CompletionResultType]::ParameterName, 'How events lie in the output [default: as in the input]')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write every finding and loss to this file, as JSON lines; - for standard error')
            [CompletionResult]::new('--level', '--level', [CompletionResultType]::ParameterName, 'How far to go')
            [CompletionResult]::new('--scope', '--scope', [CompletionResultType]::ParameterName, 'Which runs get snapshots')
            [CompletionResult]::new('--lineage', '--lineage', [CompletionResultType]::ParameterName, 'What a run without a parent goes on from')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Indent the output')
            [CompletionResult]::new('--compact', '--compact', [CompletionResultType]::ParameterName, 'Write the output without spaces')
            [CompletionResult]::new('-i', '-i', [CompletionResultType]::ParameterName, 'Replace every input by the result, each as a whole or not at all')
            [CompletionResult]::new('--in-place', '--in-place', [CompletionResultType]::ParameterName, 'Replace every input by the result, each as a whole or not at all')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing; exit 1 if anything would change')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Write nothing; say what would be done')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Write nothing; say what would be done')
            [CompletionResult]::new('--keep-input', '--keep-input', [CompletionResultType]::ParameterName, 'Leave the input of runs as it is')
            [CompletionResult]::new('--lenient', '--lenient', [CompletionResultType]::ParameterName, 'Also read what guides write: `state` for `snapshot`, `patch` for `delta`, messages that are plain texts')
            [CompletionResult]::new('--expand-chunks', '--expand-chunks', [CompletionResultType]::ParameterName, 'Write chunks out as start, content and end before deltas are joined')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;replay' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--input-framing', '--input-framing', [CompletionResultType]::ParameterName, 'How records lie in the input, where finding out goes wrong')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files that match, when folders are walked (may be repeated)')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Deepest nesting of brackets [default: 1024]')
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--max-record-bytes', '--max-record-bytes', [CompletionResultType]::ParameterName, 'Longest record in bytes; K, M and G may follow [default: 256M]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'When to show progress')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Where to write; a folder if there are several inputs [default: standard output]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Where to write; a folder if there are several inputs [default: standard output]')
            [CompletionResult]::new('--framing', '--framing', [CompletionResultType]::ParameterName, 'How events lie in the output [default: as in the input]')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write every finding and loss to this file, as JSON lines; - for standard error')
            [CompletionResult]::new('--run', '--run', [CompletionResultType]::ParameterName, 'Restore this run: only it and its parents count')
            [CompletionResult]::new('--thread', '--thread', [CompletionResultType]::ParameterName, 'The thread of the run, where several have one of this id')
            [CompletionResult]::new('--lineage', '--lineage', [CompletionResultType]::ParameterName, 'What a run without a parent goes on from')
            [CompletionResult]::new('--on-duplicate', '--on-duplicate', [CompletionResultType]::ParameterName, 'Which run to take where several have one id [default: say so and stop]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Indent the output')
            [CompletionResult]::new('--compact', '--compact', [CompletionResultType]::ParameterName, 'Write the output without spaces')
            [CompletionResult]::new('--messages', '--messages', [CompletionResultType]::ParameterName, 'Print the messages')
            [CompletionResult]::new('--state', '--state', [CompletionResultType]::ParameterName, 'Print the state')
            [CompletionResult]::new('--events', '--events', [CompletionResultType]::ParameterName, 'Print the events of the branch as they are')
            [CompletionResult]::new('--lenient', '--lenient', [CompletionResultType]::ParameterName, 'Also read what guides write: `state` for `snapshot`, `patch` for `delta`, messages that are plain texts')
            [CompletionResult]::new('--allow-missing-parent', '--allow-missing-parent', [CompletionResultType]::ParameterName, 'Go on where a parent is not in the log')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;lineage' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--input-framing', '--input-framing', [CompletionResultType]::ParameterName, 'How records lie in the input, where finding out goes wrong')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files that match, when folders are walked (may be repeated)')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Deepest nesting of brackets [default: 1024]')
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--max-record-bytes', '--max-record-bytes', [CompletionResultType]::ParameterName, 'Longest record in bytes; K, M and G may follow [default: 256M]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'When to show progress')
            [CompletionResult]::new('--lineage', '--lineage', [CompletionResultType]::ParameterName, 'What a run without a parent goes on from')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object a file')
            [CompletionResult]::new('--dot', '--dot', [CompletionResultType]::ParameterName, 'Print a graph for Graphviz')
            [CompletionResult]::new('--mermaid', '--mermaid', [CompletionResultType]::ParameterName, 'Print a graph for Mermaid')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Indent the JSON')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;normalize' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--input-framing', '--input-framing', [CompletionResultType]::ParameterName, 'How records lie in the input, where finding out goes wrong')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files that match, when folders are walked (may be repeated)')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Deepest nesting of brackets [default: 1024]')
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--max-record-bytes', '--max-record-bytes', [CompletionResultType]::ParameterName, 'Longest record in bytes; K, M and G may follow [default: 256M]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'When to show progress')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Where to write; a folder if there are several inputs [default: standard output]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Where to write; a folder if there are several inputs [default: standard output]')
            [CompletionResult]::new('--framing', '--framing', [CompletionResultType]::ParameterName, 'How events lie in the output [default: as in the input]')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write every finding and loss to this file, as JSON lines; - for standard error')
            [CompletionResult]::new('--lineage', '--lineage', [CompletionResultType]::ParameterName, 'What a run without a parent goes on from')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Indent the output')
            [CompletionResult]::new('--compact', '--compact', [CompletionResultType]::ParameterName, 'Write the output without spaces')
            [CompletionResult]::new('-i', '-i', [CompletionResultType]::ParameterName, 'Replace every input by the result, each as a whole or not at all')
            [CompletionResult]::new('--in-place', '--in-place', [CompletionResultType]::ParameterName, 'Replace every input by the result, each as a whole or not at all')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing; exit 1 if anything would change')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Write nothing; say what would be done')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Write nothing; say what would be done')
            [CompletionResult]::new('--inverse', '--inverse', [CompletionResultType]::ParameterName, 'Put the messages back')
            [CompletionResult]::new('--by-id', '--by-id', [CompletionResultType]::ParameterName, 'Remove messages with a known id also where they differ from the history')
            [CompletionResult]::new('--lenient', '--lenient', [CompletionResultType]::ParameterName, 'Also read what guides write: `state` for `snapshot`, `patch` for `delta`, messages that are plain texts')
            [CompletionResult]::new('--assume-normalized', '--assume-normalized', [CompletionResultType]::ParameterName, 'Put messages back also where no mark says that some were removed')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;statements' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('run', 'run', [CompletionResultType]::ParameterValue, 'Execute statements and print the messages they make')
            [CompletionResult]::new('from-messages', 'from-messages', [CompletionResultType]::ParameterValue, 'Write messages as statements that make them again')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Compare what statements make with the recorded messages')
            [CompletionResult]::new('replay', 'replay', [CompletionResultType]::ParameterValue, 'Execute some statements again, on top of the variables and messages before them')
            [CompletionResult]::new('edit', 'edit', [CompletionResultType]::ParameterValue, 'Change one statement; messages that may depend on it are left out')
            [CompletionResult]::new('branch', 'branch', [CompletionResultType]::ParameterValue, 'Copy the beginning of a chat as a chat of its own')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'turnwise;statements;run' {
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--chat', '--chat', [CompletionResultType]::ParameterName, 'Which chat, where the file holds several')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Where to write [default: standard output]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Where to write [default: standard output]')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Losses that --strict lets pass: ids, prefixes or names, separated by commas')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write every finding and loss to this file, as JSON lines; - for standard error')
            [CompletionResult]::new('--max-record-bytes', '--max-record-bytes', [CompletionResultType]::ParameterName, 'Longest input in bytes; K, M and G may follow [default: 256M]')
            [CompletionResult]::new('--exec', '--exec', [CompletionResultType]::ParameterName, 'What `.exec` gives: skip (nothing), stub (`[exec N]`), from:FILE (the recorded messages of that file) [default: skip; of a chat: what it recorded]')
            [CompletionResult]::new('--params', '--params', [CompletionResultType]::ParameterName, 'Variables, as a JSON object')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'Files may be read below this folder [default: the one of the program]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('--documented', '--documented', [CompletionResultType]::ParameterName, 'Read `.prompt` files as the manual says, where the program does otherwise: lines behind `.tool_result` are the result')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Indent the output')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Any loss is an error: exit 1, and nothing is written')
            [CompletionResult]::new('--continue-after-exit', '--continue-after-exit', [CompletionResultType]::ParameterName, 'Go on behind `.exit`, as a reply does [default for chats]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;statements;from-messages' {
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--chat', '--chat', [CompletionResultType]::ParameterName, 'Which chat, where the file holds several')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Where to write [default: standard output]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Where to write [default: standard output]')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Losses that --strict lets pass: ids, prefixes or names, separated by commas')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write every finding and loss to this file, as JSON lines; - for standard error')
            [CompletionResult]::new('--max-record-bytes', '--max-record-bytes', [CompletionResultType]::ParameterName, 'Longest input in bytes; K, M and G may follow [default: 256M]')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'What to write')
            [CompletionResult]::new('--media-dir', '--media-dir', [CompletionResultType]::ParameterName, 'Write images there, and name them in the statements')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('--documented', '--documented', [CompletionResultType]::ParameterName, 'Read `.prompt` files as the manual says, where the program does otherwise: lines behind `.tool_result` are the result')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Indent the output')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Any loss is an error: exit 1, and nothing is written')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;statements;diff' {
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--chat', '--chat', [CompletionResultType]::ParameterName, 'Which chat, where the file holds several')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Where to write [default: standard output]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Where to write [default: standard output]')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Losses that --strict lets pass: ids, prefixes or names, separated by commas')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write every finding and loss to this file, as JSON lines; - for standard error')
            [CompletionResult]::new('--max-record-bytes', '--max-record-bytes', [CompletionResultType]::ParameterName, 'Longest input in bytes; K, M and G may follow [default: 256M]')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'Files may be read below this folder; without it, what files would give is not compared')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('--documented', '--documented', [CompletionResultType]::ParameterName, 'Read `.prompt` files as the manual says, where the program does otherwise: lines behind `.tool_result` are the result')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Indent the output')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Any loss is an error: exit 1, and nothing is written')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;statements;replay' {
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--chat', '--chat', [CompletionResultType]::ParameterName, 'Which chat, where the file holds several')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Where to write [default: standard output]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Where to write [default: standard output]')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Losses that --strict lets pass: ids, prefixes or names, separated by commas')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write every finding and loss to this file, as JSON lines; - for standard error')
            [CompletionResult]::new('--max-record-bytes', '--max-record-bytes', [CompletionResultType]::ParameterName, 'Longest input in bytes; K, M and G may follow [default: 256M]')
            [CompletionResult]::new('--exec', '--exec', [CompletionResultType]::ParameterName, 'What `.exec` gives: skip (nothing), stub (`[exec N]`), from:FILE (the recorded messages of that file) [default: skip; of a chat: what it recorded]')
            [CompletionResult]::new('--params', '--params', [CompletionResultType]::ParameterName, 'Variables, as a JSON object')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'Files may be read below this folder [default: the one of the program]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'The first statement')
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'One past the last statement [default: the end]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('--documented', '--documented', [CompletionResultType]::ParameterName, 'Read `.prompt` files as the manual says, where the program does otherwise: lines behind `.tool_result` are the result')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Indent the output')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Any loss is an error: exit 1, and nothing is written')
            [CompletionResult]::new('--continue-after-exit', '--continue-after-exit', [CompletionResultType]::ParameterName, 'Go on behind `.exit`, as a reply does [default for chats]')
            [CompletionResult]::new('--splice', '--splice', [CompletionResultType]::ParameterName, 'Print the messages before them, too')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;statements;edit' {
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--chat', '--chat', [CompletionResultType]::ParameterName, 'Which chat, where the file holds several')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Where to write [default: standard output]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Where to write [default: standard output]')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Losses that --strict lets pass: ids, prefixes or names, separated by commas')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write every finding and loss to this file, as JSON lines; - for standard error')
            [CompletionResult]::new('--max-record-bytes', '--max-record-bytes', [CompletionResultType]::ParameterName, 'Longest input in bytes; K, M and G may follow [default: 256M]')
            [CompletionResult]::new('--at', '--at', [CompletionResultType]::ParameterName, 'Which statement, from 0')
            [CompletionResult]::new('--set-value', '--set-value', [CompletionResultType]::ParameterName, 'Its new value; with --insert-before the value of the new statement')
            [CompletionResult]::new('--keyword', '--keyword', [CompletionResultType]::ParameterName, 'Its new keyword, with or without the dot; with --insert-before that of the new statement')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('--documented', '--documented', [CompletionResultType]::ParameterName, 'Read `.prompt` files as the manual says, where the program does otherwise: lines behind `.tool_result` are the result')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Indent the output')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Any loss is an error: exit 1, and nothing is written')
            [CompletionResult]::new('--delete', '--delete', [CompletionResultType]::ParameterName, 'Take it away')
            [CompletionResult]::new('--insert-before', '--insert-before', [CompletionResultType]::ParameterName, 'Put a new statement before it, of --keyword and --set-value')
            [CompletionResult]::new('--keep-messages', '--keep-messages', [CompletionResultType]::ParameterName, 'Keep all messages of the chat, though they may not follow from the statements any more')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;statements;branch' {
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--chat', '--chat', [CompletionResultType]::ParameterName, 'Which chat, where the file holds several')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Where to write [default: standard output]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Where to write [default: standard output]')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Losses that --strict lets pass: ids, prefixes or names, separated by commas')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write every finding and loss to this file, as JSON lines; - for standard error')
            [CompletionResult]::new('--max-record-bytes', '--max-record-bytes', [CompletionResultType]::ParameterName, 'Longest input in bytes; K, M and G may follow [default: 256M]')
            [CompletionResult]::new('--at', '--at', [CompletionResultType]::ParameterName, 'The first statement that is left out')
            [CompletionResult]::new('--new-id', '--new-id', [CompletionResultType]::ParameterName, 'The id of the new chat')
            [CompletionResult]::new('--now', '--now', [CompletionResultType]::ParameterName, 'The time that is noted in it [default: now]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('--documented', '--documented', [CompletionResultType]::ParameterName, 'Read `.prompt` files as the manual says, where the program does otherwise: lines behind `.tool_result` are the result')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Indent the output')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Any loss is an error: exit 1, and nothing is written')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;statements;help' {
            [CompletionResult]::new('run', 'run', [CompletionResultType]::ParameterValue, 'Execute statements and print the messages they make')
            [CompletionResult]::new('from-messages', 'from-messages', [CompletionResultType]::ParameterValue, 'Write messages as statements that make them again')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Compare what statements make with the recorded messages')
            [CompletionResult]::new('replay', 'replay', [CompletionResultType]::ParameterValue, 'Execute some statements again, on top of the variables and messages before them')
            [CompletionResult]::new('edit', 'edit', [CompletionResultType]::ParameterValue, 'Change one statement; messages that may depend on it are left out')
            [CompletionResult]::new('branch', 'branch', [CompletionResultType]::ParameterValue, 'Copy the beginning of a chat as a chat of its own')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'turnwise;statements;help;run' {
            break
        }
        'turnwise;statements;help;from-messages' {
            break
        }
        'turnwise;statements;help;diff' {
            break
        }
        'turnwise;statements;help;replay' {
            break
        }
        'turnwise;statements;help;edit' {
            break
        }
        'turnwise;statements;help;branch' {
            break
        }
        'turnwise;statements;help;help' {
            break
        }
        'turnwise;inline-media' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--input-framing', '--input-framing', [CompletionResultType]::ParameterName, 'How records lie in the input, where finding out goes wrong')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files that match, when folders are walked (may be repeated)')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Deepest nesting of brackets [default: 1024]')
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--max-record-bytes', '--max-record-bytes', [CompletionResultType]::ParameterName, 'Longest record in bytes; K, M and G may follow [default: 256M]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'When to show progress')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Where to write; a folder if there are several inputs [default: standard output]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Where to write; a folder if there are several inputs [default: standard output]')
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What a bad record does [default: stop]')
            [CompletionResult]::new('--max-errors', '--max-errors', [CompletionResultType]::ParameterName, 'Exit 1 if more records than this fail: a number, or a percentage')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write every finding to this file, as JSON lines; - for standard error')
            [CompletionResult]::new('--media-root', '--media-root', [CompletionResultType]::ParameterName, 'Files below this folder may be embedded; references are relative to it')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Keep what is fetched in this folder, and look there first')
            [CompletionResult]::new('--allow-type', '--allow-type', [CompletionResultType]::ParameterName, 'What may be embedded; the first bytes decide')
            [CompletionResult]::new('--max-item-bytes', '--max-item-bytes', [CompletionResultType]::ParameterName, 'Most bytes of one medium; K, M and G may follow')
            [CompletionResult]::new('--max-total-bytes', '--max-total-bytes', [CompletionResultType]::ParameterName, 'Most bytes of all media of one conversation')
            [CompletionResult]::new('--on-media-error', '--on-media-error', [CompletionResultType]::ParameterName, 'What a medium that cannot be had does')
            [CompletionResult]::new('--max-failures', '--max-failures', [CompletionResultType]::ParameterName, 'How many media may fail before the run ends [default: any number]')
            [CompletionResult]::new('--allow-host', '--allow-host', [CompletionResultType]::ParameterName, 'A host that may be asked although its address or port is not public (may be repeated)')
            [CompletionResult]::new('--max-redirects', '--max-redirects', [CompletionResultType]::ParameterName, 'How many redirects are followed')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Seconds for one try to fetch a medium')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Tries for each medium, where another one may do better')
            [CompletionResult]::new('--jobs-per-host', '--jobs-per-host', [CompletionResultType]::ParameterName, 'How many at once are fetched from one host')
            [CompletionResult]::new('--proxy', '--proxy', [CompletionResultType]::ParameterName, 'Fetch through this proxy, which then decides about addresses [default: none, whatever the environment says]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('-i', '-i', [CompletionResultType]::ParameterName, 'Replace every input by the result, each as a whole or not at all')
            [CompletionResult]::new('--in-place', '--in-place', [CompletionResultType]::ParameterName, 'Replace every input by the result, each as a whole or not at all')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing; exit 1 if anything would change')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Write nothing; say what would be done')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Write nothing; say what would be done')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Fetch nothing: only files and what the cache holds are embedded')
            [CompletionResult]::new('--allow-private-hosts', '--allow-private-hosts', [CompletionResultType]::ParameterName, 'Hosts of private networks may be asked; those that tell machines their secrets may not')
            [CompletionResult]::new('--proxy-from-env', '--proxy-from-env', [CompletionResultType]::ParameterName, 'Fetch through the proxy that the environment names')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;extract-media' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--input-framing', '--input-framing', [CompletionResultType]::ParameterName, 'How records lie in the input, where finding out goes wrong')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files that match, when folders are walked (may be repeated)')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Deepest nesting of brackets [default: 1024]')
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--max-record-bytes', '--max-record-bytes', [CompletionResultType]::ParameterName, 'Longest record in bytes; K, M and G may follow [default: 256M]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'When to show progress')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Where to write; a folder if there are several inputs [default: standard output]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Where to write; a folder if there are several inputs [default: standard output]')
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What a bad record does [default: stop]')
            [CompletionResult]::new('--max-errors', '--max-errors', [CompletionResultType]::ParameterName, 'Exit 1 if more records than this fail: a number, or a percentage')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write every finding to this file, as JSON lines; - for standard error')
            [CompletionResult]::new('-d', '-d', [CompletionResultType]::ParameterName, 'The folder for the files')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The folder for the files')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('-i', '-i', [CompletionResultType]::ParameterName, 'Replace every input by the result, each as a whole or not at all')
            [CompletionResult]::new('--in-place', '--in-place', [CompletionResultType]::ParameterName, 'Replace every input by the result, each as a whole or not at all')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing; exit 1 if anything would change')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Write nothing; say what would be done')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Write nothing; say what would be done')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;detect' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Format of the input [default: auto, look and tell]')
            [CompletionResult]::new('--input-framing', '--input-framing', [CompletionResultType]::ParameterName, 'How records lie in the input, where finding out goes wrong')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files that match, when folders are walked (may be repeated)')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Deepest nesting of brackets [default: 1024]')
            [CompletionResult]::new('--max-expansion', '--max-expansion', [CompletionResultType]::ParameterName, 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from this file instead of the nearest turnwise.toml')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no turnwise.toml')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object a file')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;formats' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON instead of a table')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;explain' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;completions' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;man' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: every place of every loss, the evidence of detection')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'turnwise;help' {
            [CompletionResult]::new('convert', 'convert', [CompletionResultType]::ParameterValue, 'Convert conversations from one format to another')
            [CompletionResult]::new('validate', 'validate', [CompletionResultType]::ParameterValue, 'Check conversations: syntax, shape, then rules')
            [CompletionResult]::new('migrate-ids', 'migrate-ids', [CompletionResultType]::ParameterValue, 'Give ids, rename them, and rewrite every reference to them')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Show what changed between two versions of conversations, whatever their formats')
            [CompletionResult]::new('prepare', 'prepare', [CompletionResultType]::ParameterValue, 'Print the chat list that lionpride would send for a conversation')
            [CompletionResult]::new('clone', 'clone', [CompletionResultType]::ParameterValue, 'Copy messages with new ids that say what they were made from, or fork a branch')
            [CompletionResult]::new('compact', 'compact', [CompletionResultType]::ParameterValue, 'Make an event log smaller without changing what it replays to')
            [CompletionResult]::new('replay', 'replay', [CompletionResultType]::ParameterValue, 'Show the messages and the state that an event log adds up to, or one branch of it')
            [CompletionResult]::new('lineage', 'lineage', [CompletionResultType]::ParameterValue, 'Show which run of an event log goes on from which')
            [CompletionResult]::new('normalize', 'normalize', [CompletionResultType]::ParameterValue, 'Take messages out of the inputs of runs that the runs before hold already, and put them back')
            [CompletionResult]::new('statements', 'statements', [CompletionResultType]::ParameterValue, 'Run, make, compare and edit the statements of keprompt, without any model')
            [CompletionResult]::new('inline-media', 'inline-media', [CompletionResultType]::ParameterValue, 'Make conversations self-contained: what they refer to becomes part of them')
            [CompletionResult]::new('extract-media', 'extract-media', [CompletionResultType]::ParameterValue, 'Put the media of conversations into files, and leave references to them')
            [CompletionResult]::new('detect', 'detect', [CompletionResultType]::ParameterValue, 'Tell which format files are in, how sure that is, and why')
            [CompletionResult]::new('formats', 'formats', [CompletionResultType]::ParameterValue, 'Print the formats, and what becomes of each fact in them')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a code (TW203) or a format: what, why, examples')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print a manual page, for man(1)')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'turnwise;help;convert' {
            break
        }
        'turnwise;help;validate' {
            break
        }
        'turnwise;help;migrate-ids' {
            break
        }
        'turnwise;help;diff' {
            break
        }
        'turnwise;help;prepare' {
            break
        }
        'turnwise;help;clone' {
            break
        }
        'turnwise;help;compact' {
            break
        }
        'turnwise;help;replay' {
            break
        }
        'turnwise;help;lineage' {
            break
        }
        'turnwise;help;normalize' {
            break
        }
        'turnwise;help;statements' {
            [CompletionResult]::new('run', 'run', [CompletionResultType]::ParameterValue, 'Execute statements and print the messages they make')
            [CompletionResult]::new('from-messages', 'from-messages', [CompletionResultType]::ParameterValue, 'Write messages as statements that make them again')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Compare what statements make with the recorded messages')
            [CompletionResult]::new('replay', 'replay', [CompletionResultType]::ParameterValue, 'Execute some statements again, on top of the variables and messages before them')
            [CompletionResult]::new('edit', 'edit', [CompletionResultType]::ParameterValue, 'Change one statement; messages that may depend on it are left out')
            [CompletionResult]::new('branch', 'branch', [CompletionResultType]::ParameterValue, 'Copy the beginning of a chat as a chat of its own')
            break
        }
        'turnwise;help;statements;run' {
            break
        }
        'turnwise;help;statements;from-messages' {
            break
        }
        'turnwise;help;statements;diff' {
            break
        }
        'turnwise;help;statements;replay' {
            break
        }
        'turnwise;help;statements;edit' {
            break
        }
        'turnwise;help;statements;branch' {
            break
        }
        'turnwise;help;inline-media' {
            break
        }
        'turnwise;help;extract-media' {
            break
        }
        'turnwise;help;detect' {
            break
        }
        'turnwise;help;formats' {
            break
        }
        'turnwise;help;explain' {
            break
        }
        'turnwise;help;completions' {
            break
        }
        'turnwise;help;man' {
            break
        }
        'turnwise;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
