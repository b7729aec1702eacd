import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import type { JsonObject, Millis } from '@flink-operator/core'
import { type Sandbox, startSandbox, textAt, withAt } from '@flink-operator/sandbox'
import { type Claim, claimsOf, countedBy } from './account.ts'
import { awaitResource, isStable } from './awaited.ts'
import { type OperatorCommand, type OperatorProcess, startOperatorProcess } from './operator-process.ts'

export interface StageOptions {
  readonly port: number
  readonly speed: number
  readonly command: OperatorCommand
  /** Further lines of the operator's configuration. */
  readonly configuration?: string
  /** File to which the operators append their rounds. */
  readonly record?: string
  /** Prints a line for the user: of the story, or of the operator. */
  readonly print: (line: string, by: 'story' | 'operator') => void
}

/** A sandbox with its kubeconfig, and operators that start and end. */
export interface Stage {
  readonly sandbox: Sandbox
  readonly kubeconfig: string
  readonly startOperator: () => OperatorProcess
  /** Called after each POST of a stop. */
  onStop: () => void
  /** Resolves when an operator has printed a whole round whose first line matches. */
  readonly reportedRound: (head: RegExp) => Promise<void>
  readonly close: () => Promise<void>
}

/** Short times: the user should not have to wait for the Lease of a killed operator to expire. */
const options = `kubernetes.operator.leader-election.lease-duration: 3 s
kubernetes.operator.leader-election.renew-deadline: 2 s
kubernetes.operator.leader-election.retry-period: 500 ms
`

/** Left: one line, if the port is not available. */
export const setUpStage = async (
  { port, speed, command, configuration: more = '', record, print }: StageOptions,
): Promise<E.Either<string, Stage>> => {
  const hooks = { onStop: (): void => undefined }
  const operators = new Set<OperatorProcess>()
  const listeners = new Set<(line: string) => void>()
  const onLine = (line: string): void => {
    print(line, 'operator')
    for (const listener of [...listeners]) listener(line)
  }
  const started = await startSandbox({
    port,
    speed,
    onFlinkCall: (method, path) => {
      if (method === 'POST' && path.endsWith('/stop')) hooks.onStop()
    },
  })
  if (E.isLeft(started)) return started
  const sandbox = started.right
  const folder = mkdtempSync(join(tmpdir(), 'flink-sandbox-'))
  const kubeconfig = join(folder, 'kubeconfig')
  writeFileSync(kubeconfig, sandbox.kubeconfig)
  const configuration = join(folder, 'conf')
  mkdirSync(configuration)
  writeFileSync(join(configuration, 'config.yaml'), `${options}${more}`)
  const stage: Stage = {
    sandbox,
    kubeconfig,
    startOperator: () => {
      const operator = startOperatorProcess({
        command,
        kubeconfig,
        configuration,
        flinkUrl: sandbox.flinkUrl,
        jarsUrl: sandbox.jarsUrl,
        ...(record === undefined ? {} : { record }),
        onLine,
      })
      operators.add(operator)
      void operator.ended.then(() => operators.delete(operator))
      return operator
    },
    onStop: () => undefined,
    reportedRound: head =>
      new Promise(resolve => {
        let within = false
        const listener = (line: string): void => {
          if (!line.startsWith(' ')) within = head.test(line)
          if (!within || !line.startsWith('  next')) return
          listeners.delete(listener)
          resolve()
        }
        listeners.add(listener)
      }),
    close: async () => {
      await Promise.all([...operators].map(operator => operator.stop()))
      await sandbox.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  hooks.onStop = () => stage.onStop()
  return E.right(stage)
}

export const send = async (
  url: string,
  method: string,
  body: JsonObject,
  type = 'application/json',
): Promise<E.Either<string, JsonObject>> => {
  const answer = await fetch(url, { method, headers: { 'content-type': type }, body: JSON.stringify(body) })
  const json = await answer.json() as JsonObject
  return answer.ok ? E.right(json) : E.left(textAt(json, 'message') || `HTTP ${answer.status}`)
}

const patience: Millis = 120_000

/** Left: what did not happen. */
export type Reported = E.Either<string, readonly Claim[]>

/**
 * The story of the demo: a job is deployed, edited, and stopped with a savepoint. In the middle of the stop the operator is killed, and
 * the next one continues from the status. Right: the conditions that have to hold in the end, and whether they do.
 */
export const tellStory = async (stage: Stage, example: JsonObject, print: (line: string) => void): Promise<Reported> => {
  const { sandbox } = stage
  const name = textAt(example, 'metadata', 'name')
  const resource = { namespace: 'default', name }
  const collection = `${sandbox.url}/apis/flink.apache.org/v1beta1/namespaces/default/flinkdeployments`

  print('1. The operator starts, as a process of its own, and examples/savepoint.yaml is applied')
  const first = stage.startOperator()
  const stableOnce = stage.reportedRound(/ STABLE$/)
  const created = await send(collection, 'POST', example)
  if (E.isLeft(created)) return E.left(`examples/savepoint.yaml was refused: ${created.left}`)
  if (await awaitResource(sandbox, resource, isStable(1), patience) === null)
    return E.left(`${name} did not become STABLE within ${patience / 1000} s`)
  await inTime(stableOnce)

  print(
    '2. The spec is edited (parallelism 2 → 4): an upgrade with a savepoint. The operator will be killed as soon as it has sent the stop',
  )
  const flink = sandbox.flink.find('default', name)
  if (flink === undefined) return E.left(`there is no Flink cluster ${name}`)
  sandbox.flink.refresh(flink)
  const before = countedBy(flink)
  const killed = new Promise<true>(resolve => {
    stage.onStop = () => {
      stage.onStop = () => undefined
      void first.kill().then(() => resolve(true))
    }
  })
  const edited = await send(`${collection}/${name}`, 'PATCH', withAt({}, ['spec', 'job', 'parallelism'], 4), 'application/merge-patch+json')
  if (E.isLeft(edited)) return E.left(`the edit was refused: ${edited.left}`)
  if (await inTime(killed) === null) return E.left(`no stop was sent within ${patience / 1000} s`)

  print(
    `3. Killed (SIGKILL, pid ${first.pid}) before it saw Flink's answer. The status says what was in progress: ${
      underWay(stage, resource.name)
    }`,
  )
  print('4. Another operator starts, waits until the Lease of the first one expires, and continues from the status')
  const second = stage.startOperator()
  const last = await awaitResource(sandbox, resource, isStable(2), patience)
  if (last === null) return E.left(`${name} did not become STABLE again within ${patience / 1000} s`)
  await second.stop()
  sandbox.flink.refresh(flink)
  return E.right(claimsOf(flink, last, before))
}

const underWay = ({ sandbox }: Stage, name: string): string => {
  const resource = sandbox.cluster.store.get({ store: 'flink.apache.org/flinkdeployments', namespace: 'default', name })
  const operation = { kind: textAt(resource, 'status', 'operation', 'kind'), step: textAt(resource, 'status', 'operation', 'step') }
  return [operation.kind, operation.step].filter(word => word !== '').join(', ') || 'nothing'
}

const inTime = <A>(promise: Promise<A>): Promise<A | null> =>
  new Promise(resolve => {
    const timer = setTimeout(() => resolve(null), patience)
    void promise.then(value => {
      clearTimeout(timer)
      resolve(value)
    })
  })
