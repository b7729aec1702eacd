/** `npm run bench -- NAME [--json]`: runs one benchmark; with `--json` the last line is one JSON object. */
import { parseArgs } from 'node:util'

const benchmarks: Readonly<Record<string, () => Promise<Record<string, unknown>>>> = {
  'steady-decisions': async () => (await import('./steady-decisions.ts')).steadyDecisions(),
  'checker-worlds': async () => (await import('./checker-worlds.ts')).checkerWorlds(),
  'steady-round': async () => (await import('./steady-round.ts')).steadyRound(),
  waiting: async () => (await import('./waiting.ts')).waiting(),
  requests: async () => (await import('./requests.ts')).requests(),
  'session-jobs': async () => (await import('./session-jobs.ts')).sessionJobs(),
  election: async () => (await import('./election.ts')).election(),
  webhook: async () => (await import('./webhook.ts')).webhook(),
  tracing: async () => (await import('./tracing.ts')).tracing(),
  neighbours: async () => (await import('./neighbours.ts')).neighbours(),
  hostile: async () => (await import('./hostile/hostile.ts')).hostile(),
  'hostile-answers': async () => (await import('./hostile-answers.ts')).hostileAnswers(),
  'autoscaler-cycle': async () => (await import('./autoscaled-jobs.ts')).autoscalerCycle(),
  'autoscaler-steps': async () => (await import('./autoscaler-steps.ts')).autoscalerSteps(),
  'autoscaler-vertices': async () => (await import('./autoscaler-vertices.ts')).autoscalerVertices(),
  'autoscaler-thousand': async () => (await import('./autoscaled-jobs.ts')).autoscalerThousand(),
  thousand: async () => (await import('./thousand.ts')).thousand(),
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean', default: false } } })
const [name = ''] = positionals
const benchmark = benchmarks[name]
if (benchmark === undefined) {
  console.error(`bench: "${name}" is no benchmark: allowed are ${Object.keys(benchmarks).join(', ')}`)
  process.exit(2)
}
const result = await benchmark()
console.log(values.json ? JSON.stringify(result) : Object.entries(result).map(([key, value]) => `${key}: ${String(value)}`).join('\n'))
process.exit(0)
