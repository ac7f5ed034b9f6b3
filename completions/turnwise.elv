
use builtin;
use str;

set edit:completion:arg-completer[turnwise] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'turnwise'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'turnwise'= {
            cand --color 'When to use colour'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say more: every place of every loss, the evidence of detection'
            cand --verbose 'Say more: every place of every loss, the evidence of detection'
            cand -h 'Print help'
            cand --help 'Print help'
            cand -V 'Print version'
            cand --version 'Print version'
            cand convert 'Convert conversations from one format to another'
            cand validate 'Check conversations: syntax, shape, then rules'
            cand prepare 'Print the chat list that lionpride would send for a conversation'
            cand clone 'Copy messages with new ids that say what they were made from, or fork a branch'
            cand detect 'Tell which format files are in, how sure that is, and why'
            cand formats 'Print what each format can hold'
            cand explain 'Explain a code (TW203) or a format: what, why, examples'
            cand completions 'Print the completion script of a shell'
            cand man 'Print a manual page, for man(1)'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'turnwise;convert'= {
            cand -f 'Format of the input [default: auto, look and tell]'
            cand --from 'Format of the input [default: auto, look and tell]'
            cand --input-framing 'How records lie in the input, where finding out goes wrong'
            cand --exclude 'Leave out files that match, when folders are walked (may be repeated)'
            cand --max-depth 'Deepest nesting of brackets [default: 1024]'
            cand --max-expansion 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]'
            cand --config 'Read settings from this file instead of the nearest turnwise.toml'
            cand --max-record-bytes 'Longest record in bytes; K, M and G may follow [default: 256M]'
            cand -j 'Worker threads [default: as many as there are cores]'
            cand --jobs 'Worker threads [default: as many as there are cores]'
            cand --progress 'When to show progress'
            cand -t 'Format of the output, perhaps with a dialect (openai:finetune)'
            cand --to 'Format of the output, perhaps with a dialect (openai:finetune)'
            cand --dialect 'Named variant of the target'
            cand -o 'Where to write; a folder if there are several inputs [default: standard output]'
            cand --output 'Where to write; a folder if there are several inputs [default: standard output]'
            cand --framing 'How records lie in the output [default: as in the input]'
            cand --container 'Write the request body, or the bare list of messages [default: body]'
            cand --allow 'Losses --strict lets pass: a code, a prefix or a name (may be repeated)'
            cand --ids 'Keep ids, derive new ones from them (UUID 5), or draw new ones (UUID 4)'
            cand --branch 'Of a conversation with branches: the first one, each as a record, or the one with this name or id'
            cand --now 'The present time for texts that show it, as RFC 3339 writes it [default: the clock]'
            cand --mode 'Which form of lionpride''s objects to write'
            cand --on-error 'What a bad record does [default: stop]'
            cand --max-errors 'How many failed records are too many: a number, or a percentage'
            cand --carry 'Also write this file, with which --restore brings the source back byte for byte'
            cand --restore 'Give every record back as it was when --carry wrote this file; records that were edited since are converted'
            cand --report 'Write every loss and finding to this file, as JSON lines; - for standard error'
            cand --color 'When to use colour'
            cand --isolated 'Read no turnwise.toml'
            cand -i 'Replace every input by its conversion, each as a whole or not at all'
            cand --in-place 'Replace every input by its conversion, each as a whole or not at all'
            cand --check 'Write nothing; exit 1 if anything would change'
            cand -n 'Write nothing; say what would be lost'
            cand --dry-run 'Write nothing; say what would be lost'
            cand --pretty 'Indent the output'
            cand --compact 'Write the output without spaces'
            cand --strict 'Any loss is an error: exit 1, no file is written'
            cand --lossy 'Leave out and report what the target cannot hold validly, instead of refusing the record'
            cand --repair 'Mend what services refuse: missing results, results without a call, a first message; each is reported'
            cand --reasoning-as-text 'Write reasoning as visible text where the target has no place for it'
            cand --rendered 'Write the chat list that the source''s own program sends, exactly (lionpride)'
            cand --plain 'Give services the bare words, not the text that the source''s own program sends (lionpride)'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say more: every place of every loss, the evidence of detection'
            cand --verbose 'Say more: every place of every loss, the evidence of detection'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'turnwise;validate'= {
            cand -f 'Format of the input [default: auto, look and tell]'
            cand --from 'Format of the input [default: auto, look and tell]'
            cand --input-framing 'How records lie in the input, where finding out goes wrong'
            cand --exclude 'Leave out files that match, when folders are walked (may be repeated)'
            cand --max-depth 'Deepest nesting of brackets [default: 1024]'
            cand --max-expansion 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]'
            cand --config 'Read settings from this file instead of the nearest turnwise.toml'
            cand --max-record-bytes 'Longest record in bytes; K, M and G may follow [default: 256M]'
            cand -j 'Worker threads [default: as many as there are cores]'
            cand --jobs 'Worker threads [default: as many as there are cores]'
            cand --progress 'When to show progress'
            cand --for 'Would this format accept it, if it were sent now?'
            cand --output-format 'How findings are printed [default: full on a terminal, else concise]'
            cand --select 'Look only for these codes: an id, a prefix (TW2) or a name'
            cand --ignore 'Leave out these codes'
            cand --extend-select 'Look for these codes too, beside those of --select'
            cand --max-findings 'Print at most so many findings of a file'
            cand --report 'Write every finding to this file, as JSON lines; - for standard error'
            cand --color 'When to use colour'
            cand --isolated 'Read no turnwise.toml'
            cand --warn-as-error 'Warnings are errors'
            cand --statistics 'Print how often each code came up, instead of every finding'
            cand --exit-zero 'Exit 0 even if there are errors'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say more: every place of every loss, the evidence of detection'
            cand --verbose 'Say more: every place of every loss, the evidence of detection'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'turnwise;prepare'= {
            cand -f 'Format of the input [default: auto, look and tell]'
            cand --from 'Format of the input [default: auto, look and tell]'
            cand --input-framing 'How records lie in the input, where finding out goes wrong'
            cand --exclude 'Leave out files that match, when folders are walked (may be repeated)'
            cand --max-depth 'Deepest nesting of brackets [default: 1024]'
            cand --max-expansion 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]'
            cand --config 'Read settings from this file instead of the nearest turnwise.toml'
            cand --max-record-bytes 'Longest record in bytes; K, M and G may follow [default: 256M]'
            cand -j 'Worker threads [default: as many as there are cores]'
            cand --jobs 'Worker threads [default: as many as there are cores]'
            cand --progress 'When to show progress'
            cand -o 'Where to write; a folder if there are several inputs [default: standard output]'
            cand --output 'Where to write; a folder if there are several inputs [default: standard output]'
            cand --framing 'How records lie in the output [default: as in the input]'
            cand --allow 'Losses --strict lets pass: a code, a prefix or a name (may be repeated)'
            cand --on-error 'What a bad record does [default: stop]'
            cand --max-errors 'How many failed records are too many: a number, or a percentage'
            cand --report 'Write every loss and finding to this file, as JSON lines; - for standard error'
            cand --branch 'Of a flow with branches: the one with this name or id [default: the first one]'
            cand --order 'Ids of the messages, in order, instead of a branch'
            cand --new 'The content of what is to be said next, as JSON; @FILE reads it from a file'
            cand --new-instruction 'The content of what is to be said next, as JSON; @FILE reads it from a file'
            cand --request-model 'JSON Schema of the class that the next answer is asked for, in a file'
            cand --now 'The present time for a system text that shows it, as RFC 3339 writes it [default: the clock]'
            cand --color 'When to use colour'
            cand --isolated 'Read no turnwise.toml'
            cand --pretty 'Indent the output'
            cand --compact 'Write the output without spaces'
            cand --strict 'Any loss is an error: exit 1, no file is written'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say more: every place of every loss, the evidence of detection'
            cand --verbose 'Say more: every place of every loss, the evidence of detection'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'turnwise;clone'= {
            cand -f 'Format of the input [default: auto, look and tell]'
            cand --from 'Format of the input [default: auto, look and tell]'
            cand --input-framing 'How records lie in the input, where finding out goes wrong'
            cand --exclude 'Leave out files that match, when folders are walked (may be repeated)'
            cand --max-depth 'Deepest nesting of brackets [default: 1024]'
            cand --max-expansion 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]'
            cand --config 'Read settings from this file instead of the nearest turnwise.toml'
            cand --max-record-bytes 'Longest record in bytes; K, M and G may follow [default: 256M]'
            cand -j 'Worker threads [default: as many as there are cores]'
            cand --jobs 'Worker threads [default: as many as there are cores]'
            cand --progress 'When to show progress'
            cand -o 'Where to write; a folder if there are several inputs [default: standard output]'
            cand --output 'Where to write; a folder if there are several inputs [default: standard output]'
            cand --framing 'How records lie in the output [default: as in the input]'
            cand --allow 'Losses --strict lets pass: a code, a prefix or a name (may be repeated)'
            cand --on-error 'What a bad record does [default: stop]'
            cand --max-errors 'How many failed records are too many: a number, or a percentage'
            cand --report 'Write every loss and finding to this file, as JSON lines; - for standard error'
            cand --message 'Only the message with this id (may be repeated)'
            cand --branch 'Of a flow with branches: the one with this name or id [default: the first one]'
            cand --name 'Name of the new branch [default: that of its source with _fork]'
            cand --sender 'Who sends the copies'
            cand --ids 'Draw new ids (UUID 4), or derive them from the old ones (UUID 5)'
            cand --now 'When the copies are made, as RFC 3339 writes it [default: the clock]'
            cand --color 'When to use colour'
            cand --isolated 'Read no turnwise.toml'
            cand --pretty 'Indent the output'
            cand --compact 'Write the output without spaces'
            cand --strict 'Any loss is an error: exit 1, no file is written'
            cand -i 'Replace every input by its copy, as a whole or not at all'
            cand --in-place 'Replace every input by its copy, as a whole or not at all'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say more: every place of every loss, the evidence of detection'
            cand --verbose 'Say more: every place of every loss, the evidence of detection'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'turnwise;detect'= {
            cand -f 'Format of the input [default: auto, look and tell]'
            cand --from 'Format of the input [default: auto, look and tell]'
            cand --input-framing 'How records lie in the input, where finding out goes wrong'
            cand --exclude 'Leave out files that match, when folders are walked (may be repeated)'
            cand --max-depth 'Deepest nesting of brackets [default: 1024]'
            cand --max-expansion 'How many times larger than its file compressed input may be, after 64 MiB [default: 200]'
            cand --config 'Read settings from this file instead of the nearest turnwise.toml'
            cand --color 'When to use colour'
            cand --isolated 'Read no turnwise.toml'
            cand --json 'Print one JSON object a file'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say more: every place of every loss, the evidence of detection'
            cand --verbose 'Say more: every place of every loss, the evidence of detection'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'turnwise;formats'= {
            cand --color 'When to use colour'
            cand --json 'Print JSON instead of a table'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say more: every place of every loss, the evidence of detection'
            cand --verbose 'Say more: every place of every loss, the evidence of detection'
            cand -h 'Print help'
            cand --help 'Print help'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'turnwise;explain'= {
            cand --color 'When to use colour'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say more: every place of every loss, the evidence of detection'
            cand --verbose 'Say more: every place of every loss, the evidence of detection'
            cand -h 'Print help'
            cand --help 'Print help'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'turnwise;completions'= {
            cand --color 'When to use colour'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say more: every place of every loss, the evidence of detection'
            cand --verbose 'Say more: every place of every loss, the evidence of detection'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'turnwise;man'= {
            cand --color 'When to use colour'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say more: every place of every loss, the evidence of detection'
            cand --verbose 'Say more: every place of every loss, the evidence of detection'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'turnwise;help'= {
            cand convert 'Convert conversations from one format to another'
            cand validate 'Check conversations: syntax, shape, then rules'
            cand prepare 'Print the chat list that lionpride would send for a conversation'
            cand clone 'Copy messages with new ids that say what they were made from, or fork a branch'
            cand detect 'Tell which format files are in, how sure that is, and why'
            cand formats 'Print what each format can hold'
            cand explain 'Explain a code (TW203) or a format: what, why, examples'
            cand completions 'Print the completion script of a shell'
            cand man 'Print a manual page, for man(1)'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'turnwise;help;convert'= {
        }
        &'turnwise;help;validate'= {
        }
        &'turnwise;help;prepare'= {
        }
        &'turnwise;help;clone'= {
        }
        &'turnwise;help;detect'= {
        }
        &'turnwise;help;formats'= {
        }
        &'turnwise;help;explain'= {
        }
        &'turnwise;help;completions'= {
        }
        &'turnwise;help;man'= {
        }
        &'turnwise;help;help'= {
        }
    ]
    $completions[$command]
}
