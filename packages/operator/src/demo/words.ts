import type { Claim } from './account.ts'
import { painted, plainText } from '../output/plain-text.ts'

export interface Words {
  readonly step: (text: string) => string
  readonly operator: (line: string) => string
  /** When, and what. */
  readonly phase: (time: string, text: string) => string
  readonly claim: (claim: Claim) => string
  readonly bold: (text: string) => string
}

/** The style of the demo's lines. */
export const words = (colour: boolean): Words => {
  const [bold, dim, red, green] = [painted(colour, 1), painted(colour, 2), painted(colour, 31), painted(colour, 32)]
  return {
    bold,
    step: text => `\n${bold(text)}`,
    operator: line => `${dim('│')} ${plainText(line)}`,
    phase: (time, text) => `${dim(time)}${plainText(text)}`,
    claim: ({ what, holds }) => `  ${holds ? green('✓') : red('✗')} ${plainText(what)}`,
  }
}

/** Commands to try after the demo; `again` starts it again. */
export const nextCommands = (again: string): readonly string[] => [
  `  ${again} --verbose    the same story with every round: what the operator observed, decided and did`,
  `  ${again} --serve      a simulated cluster for kubectl (docs/getting-started/first-job.md)`,
]

/** Commands to try with kubectl and with `program` while the sandbox serves; they need only the kubeconfig. */
export const invitation = (kubeconfig: string, url: string, program: string): readonly string[] => [
  `The simulated cluster answers at ${url}. In another terminal:`,
  '',
  `  export KUBECONFIG=${kubeconfig}`,
  '  kubectl apply -f examples/savepoint.yaml',
  '  kubectl get flinkdeployments --watch',
  '  kubectl patch flinkdeployment savepoint --type merge -p \'{"spec":{"job":{"parallelism":3}}}\'',
  '  kubectl describe flinkdeployment savepoint',
  '  kubectl get deployments,pods,services,configmaps,events',
  '  kubectl delete flinkdeployment savepoint',
  '',
  'Why it is as it is, and what an edited file would do:',
  '',
  `  ${program} explain savepoint`,
  `  ${program} plan edited.yaml`,
  '',
  'What Flink knows, and how to disturb it:',
  '',
  `  curl ${url}/sandbox/state`,
  `  curl -X POST ${url}/sandbox/crash-jobmanager -d '{"cluster":"savepoint"}'`,
  '',
  'Ctrl-C ends it.',
]
