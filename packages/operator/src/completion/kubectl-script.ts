/** `kubectl_complete-flink`: kubectl finds it on the PATH, and runs it with the words after `kubectl flink`. */
export const kubectlScript = `#!/bin/sh
# completion for kubectl flink
exec kubectl-flink __complete "$@"
`
