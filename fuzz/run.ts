/**
 * `npm run fuzz -- [--count N] [--seed N] [--from INDEX] [--json]`: wounded custom resources through decode, validate, observe and
 * reconcile of the core. The last line of `--json` is the report. Exit code 1 at the first failure, with what repeats it. `--texts`: long
 * texts instead (texts.ts), all of them or one part (`--part 2/7`). `--hostile`: what tenants, their Flinks and pods that reach the webhook
 * may send (hostile/). `--tamper KIND`: resources of the simulated world, tampered with in every phase of their stories (tamper/); with
 * `--gaps` also by what is not held yet.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { type FuzzFailure, type FuzzReport } from './fuzz.ts'
import { fuzzHostile } from './hostile/hostile-run.ts'
import { fuzzInParallel } from './parallel.ts'
import { type TamperedKind, tamperedStories } from './tamper/tampered-stories.ts'
import { tamperSweep } from './tamper/tamper-sweep.ts'
import { partOf, slowTextsOf } from './texts.ts'

const usage = 'npm run fuzz -- [--hostile] [--count N] [--seed N] [--from INDEX] [--json] | --texts [--part K/N] | --tamper KIND [--gaps]'

const number = (name: string, text: string | undefined, otherwise: number): number => {
  if (text === undefined) return otherwise
  if (/^\d{1,9}$/.test(text)) return Number(text)
  console.error(`fuzz: --${name} ${text}: a whole number of at most 9 digits is allowed. ${usage}`)
  process.exit(2)
}

const { values } = parseArgs({
  options: {
    count: { type: 'string' },
    seed: { type: 'string' },
    from: { type: 'string' },
    json: { type: 'boolean', default: false },
    texts: { type: 'boolean', default: false },
    part: { type: 'string', default: '1/1' },
    hostile: { type: 'boolean', default: false },
    tamper: { type: 'string' },
    gaps: { type: 'boolean', default: false },
  },
})
if (values.texts) {
  const part = partOf(values.part)
  if (part === null) {
    console.error(`fuzz: --part ${values.part}: a number K and a number N that is not less are allowed, as K/N. ${usage}`)
    process.exit(2)
  }
  const slow = await slowTextsOf(part, line => console.log(line))
  for (const line of slow) console.error(`SLOW: ${line}`)
  process.exit(slow.length === 0 ? 0 : 1)
}
const count = number('count', values.count, values.tamper !== undefined ? 2_000 : values.hostile ? 10_000 : 1_000_000)
const seed = number('seed', values.seed, 1)
const from = number('from', values.from, 0)

if (values.tamper !== undefined) {
  const kind = Object.keys(tamperedStories).find((it): it is TamperedKind => it === values.tamper)
  if (kind === undefined) {
    console.error(`fuzz: --tamper ${values.tamper}: one of ${Object.keys(tamperedStories).join(', ')} is allowed. ${usage}`)
    process.exit(2)
  }
  const { failures, ...report } = tamperSweep({ kind, seed, from, count, gaps: values.gaps, most: count === 1 ? 1 : 25 })
  for (const { index, story, moment, what, problem, lines } of failures) {
    console.error(`FAILED: ${problem}\n${story}, moment ${moment}: ${what}`)
    console.error(
      count === 1 ? lines.join('\n')
        : `repeat: npm run fuzz -- --tamper ${kind} --seed ${seed} --from ${index} --count 1${values.gaps ? ' --gaps' : ''}`,
    )
  }
  console.log(
    values.json ? JSON.stringify({ ...report, failures: failures.length })
      : `${kind}, seed ${seed}: ${report.count} cases in ${report.moments} moments, ${failures.length} failures`,
  )
  process.exit(failures.length === 0 ? 0 : 1)
}

if (values.hostile) {
  const began = performance.now()
  const onProgress = (done: number): void => {
    if (!values.json && done % 1_000 === 0) console.log(`${done} of ${count}`)
  }
  const report = await fuzzHostile({ seed, from, count, onProgress })
  const seconds = Math.round((performance.now() - began) / 100) / 10
  const { failure, slowest } = report
  if (failure !== null) {
    console.error(
      `FAILED: ${failure.problem}\n${failure.name}\nrepeat: npm run fuzz -- --hostile --seed ${seed} --from ${failure.index} --count 1`,
    )
    console.error(`begins with: ${failure.sent}`)
  }
  console.log(
    values.json ? JSON.stringify({ ...report, seconds })
      : `seed ${seed}: ${report.count} cases of specs, answers of Flink and reviews; slowest ${slowest.millis} ms of processor time (case ${slowest.index}, ${slowest.name}); at most ${report.peakMebibytes} MiB; ${seconds} s`,
  )
  process.exit(failure === null ? 0 : 1)
}

const failureText = ({ index, problem, base, mutations, resource }: FuzzFailure): string =>
  [
    `FAILED: ${problem}`,
    `made of ${base} by ${mutations.join('; ')}`,
    `repeat: npm run fuzz -- --seed ${seed} --from ${index} --count 1`,
    `resource: ${resource}`,
  ].join('\n')

const text = (it: FuzzReport, seconds: number): string =>
  `seed ${it.seed}: ${it.count} cases: ${it.decoded} decoded, ${it.refused} refused with their field; of the decoded ${it.invalid} invalid with their field; ${it.decided} decided in ${
    Object.keys(it.situations).length
  } situations; slowest ${it.slowest.millis} ms (case ${it.slowest.index}); ${seconds.toFixed(1)} s, ${
    Math.round(it.count / seconds)
  } a second`

const began = performance.now()
let reported = 0
const report = await fuzzInParallel({ seed, from, count }, availableParallelism(), done => {
  if (values.json || Math.floor(done / 100_000) === reported) return
  reported = Math.floor(done / 100_000)
  console.log(`${done} of ${count}`)
})
const seconds = (performance.now() - began) / 1000
if (report.failure !== null) console.error(failureText(report.failure))
console.log(values.json ? JSON.stringify({ ...report, seconds: Math.round(seconds * 10) / 10 }) : text(report, seconds))
process.exit(report.failure === null ? 0 : 1)
