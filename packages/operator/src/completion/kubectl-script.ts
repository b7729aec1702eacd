/** `kubectl_complete-flink`: what kubectl looks for on the PATH, and runs with the words after `kubectl flink`. */
export const kubectlScript = `#!/bin/sh
# completion for kubectl flink
exec kubectl-flink __complete "$@"
`
