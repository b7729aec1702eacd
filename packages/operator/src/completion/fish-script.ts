/** For fish 3 and newer. */
export const fishScript = `# fish completion for flink-operator
function __flink_operator_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines (flink-operator __complete $words[2..-1] "$current" 2>/dev/null)
    set -l prefix (string match -r -- '^-[^=]*=' "$current")
    switch "$lines[-1]"
        case :0
            __fish_complete_path (string replace -- "$prefix" '' "$current")
        case :16
            __fish_complete_directories (string replace -- "$prefix" '' "$current")
        case ':*'
            for line in $lines[1..-2]
                echo "$prefix$line"
            end
    end
end
complete -c flink-operator -f -a '(__flink_operator_complete)'
`
