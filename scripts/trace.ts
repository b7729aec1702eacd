/**
 * The oracle of changes that change no behaviour: what is decided in every state of the checker's worlds, and a comparison of two commits.
 *
 *   npm run trace -- --out before.gz [--matrix first|full] [--world PATTERN] [--limit STATES]
 *   npm run trace -- --compare before.gz after.gz [--without-rows]
 *
 * The file is not committed: `git worktree add /tmp/before COMMIT`, install, and run the first command there and here. Texts for people are
 * left out. Exit code 1: something differs; 2: the command line.
 */
import { parseArgs } from 'node:util'
import { allWorlds, firstMatrix, type SmallWorld } from '@flink-operator/simulation'
import { compareTraces } from './trace/compare-traces.ts'
import { readTraces, traceWriter } from './trace/trace-file.ts'
import { worldTracer } from './trace/world-trace.ts'

const refuse = (why: string): never => {
  console.error(`trace: ${why}`)
  process.exit(2)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    compare: { type: 'boolean', default: false },
    'without-rows': { type: 'boolean', default: false },
    matrix: { type: 'string', default: 'first' },
    world: { type: 'string', default: '' },
    limit: { type: 'string', default: '30000' },
  },
})

const write = async (path: string): Promise<void> => {
  if (values.matrix !== 'first' && values.matrix !== 'full') refuse(`--matrix ${values.matrix}: first or full are allowed`)
  if (!/^[1-9]\d{0,8}$/.test(values.limit)) refuse(`--limit ${values.limit}: a whole number of states is allowed`)
  const worlds: readonly SmallWorld[] = (values.matrix === 'first' ? firstMatrix : allWorlds).filter(({ name }) =>
    name.includes(values.world)
  )
  if (worlds.length === 0) refuse(`--world ${values.world}: no world has a name with that in it`)
  const tracer = worldTracer(Number(values.limit))
  const { write: add, end } = traceWriter(path)
  let states = 0
  for (const world of worlds) {
    const trace = tracer(world)
    states += trace.states
    await add(trace)
  }
  await end()
  console.log(`${worlds.length} worlds, ${states} states: ${path}`)
}

const compare = async (first: string, second: string): Promise<void> => {
  const [before, after] = await Promise.all([readTraces(first), readTraces(second)])
  const differences = compareTraces(before, after, { rows: !values['without-rows'] })
  for (const { world, what } of differences) console.log(`${world}: ${what}`)
  console.log(`${before.length} worlds, ${differences.length} differ`)
  process.exitCode = differences.length === 0 ? 0 : 1
}

const [first, second, ...more] = positionals
if (values.compare) {
  if (first === undefined || second === undefined || more.length > 0) refuse('--compare takes two files')
  else await compare(first, second)
} else if (values.out === undefined) refuse('--out FILE or --compare FILE FILE is needed')
else await write(values.out)
