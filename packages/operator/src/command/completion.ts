import * as E from 'fp-ts/lib/Either.js'
import { bashScript } from '../completion/bash-script.ts'
import { fishScript } from '../completion/fish-script.ts'
import { kubectlScript } from '../completion/kubectl-script.ts'
import type { Shell } from '../completion/shells.ts'
import { zshScript } from '../completion/zsh-script.ts'
import { ExitCode, type Outcome } from '../exit-code.ts'
import { toStdout } from '../output/write.ts'

const scripts: Readonly<Record<Shell, string>> = { bash: bashScript, zsh: zshScript, fish: fishScript, kubectl: kubectlScript }

/** `flink-operator completion bash`: prints the script. */
export const completion = (shell: Shell): Outcome => {
  toStdout(scripts[shell])
  return E.right(ExitCode.Ok)
}
