import { operatorOptions } from '@flink-operator/core'
import { actionWords } from '@flink-operator/core/action'
import type { PlanWords } from '@flink-operator/simulation/plan'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { Problem } from '../../packages/operator/src/plan/problem.ts'
import { planFilesOnCluster } from '../../packages/operator/src/plan/plan-on-cluster.ts'
import {
  aFlinkDeployment,
  anOperator,
  aSandbox,
  highAvailability,
  type Parsed,
  type TestOperator,
  type TestSandbox,
  until,
  untilStable,
  untilStatus,
} from './a-sandbox.ts'
import { apply, checkpointed, patch } from './deployment-calls.ts'

const settings = {
  options: operatorOptions({}).options,
  flinkDefaults: { configuration: {}, logConfiguration: {} },
  hasSnapshotController: false,
}

const deployment = { namespace: 'flink-operator', name: 'flink-operator' }

const planned = async (sandbox: TestSandbox, resource: Parsed): Promise<PlanWords> => {
  const plan = await planOf(sandbox, resource)
  if (E.isLeft(plan)) throw new Error(plan.left.message)
  return plan.right
}

const planOf = async (sandbox: TestSandbox, resource: Parsed): Promise<E.Either<Problem, PlanWords>> => {
  const [plan] = await planFilesOnCluster(
    {
      credentials: sandbox.credentials,
      reach: { resolution: 'cluster-ip', isAsked: false, zooKeeperDigest: null },
      settings,
      deployment,
      admit: file => Promise.resolve(file),
    },
    [{
      file: 'app.yaml',
      kind: 'FlinkDeployment',
      name: 'app',
      namespace: 'default',
      json: resource,
      placeOf: () => ({ file: 'app.yaml', line: null, column: null }),
    }],
  )
  if (plan === undefined) throw new Error('no plan')
  return plan
}

/** What is done to a cluster; how often a status is written on the way depends on how long things take. */
const isEffect = (words: string): boolean => !/^(write status|event|wait)/.test(words)

/** Ids and names with the time in them are made when the operator begins. */
const withoutIds = (words: string): string => words.replaceAll(/[0-9a-f]{32}|(?<=-)\d{13}|<(id|time)-\d+>/g, 'ID')

/** In the order in which the plan tells them; what other resources than the planned one do, by its name. */
const effectsOf = ({ actions, then }: PlanWords): readonly string[] =>
  [...actions, ...then].map(words => words.replace(/^FlinkStateSnapshot \S+: /, '')).filter(isEffect).map(withoutIds)

const done = ({ rounds }: TestOperator): readonly string[] =>
  rounds.flatMap(({ outcomes }) => outcomes.filter(({ result }) => result === 'done').map(({ action }) => actionWords(action)))
    .filter(isEffect).map(withoutIds)

describe('a plan against a cluster is what the operator then does, on the sandbox', () => {
  test.each([
    ['savepoint', {}],
    ['last-state', highAvailability],
    ['stateless', {}],
    ['savepoint', highAvailability],
  ])('an upgrade, and then a suspend and a resume: %s, %o', async (upgradeMode, configuration) => {
    const sandbox = await aSandbox()
    const operator = await anOperator(sandbox)
    const job = { upgradeMode }
    await apply(sandbox, aFlinkDeployment('app', job, configuration))
    await untilStable(sandbox, 'app')
    await checkpointed(sandbox, 'app')
    const carriedOut = async (change: Parsed, isThere: (status: Parsed) => boolean): Promise<void> => {
      const wanted = aFlinkDeployment('app', { ...job, ...change }, configuration)
      const plan = await planned(sandbox, wanted)
      expect(plan).toMatchObject({ deployed: 'cluster', unseen: [] })
      operator.rounds.splice(0)
      await patch(sandbox, 'app', { spec: wanted.spec })
      await untilStatus(sandbox, 'app', JSON.stringify(change), isThere)
      // another resource's last write may come after this one is at rest
      await until('as many effects as planned', () => done(operator).length >= effectsOf(plan).length)
      expect(effectsOf(plan)).toEqual(done(operator))
    }
    const runs = (generation: number) => (status: Parsed): boolean =>
      status.lifecycleState === 'STABLE' && status.jobStatus?.state === 'RUNNING' && status.observedGeneration >= generation
    await carriedOut({ parallelism: 4 }, runs(2))
    await carriedOut({ parallelism: 4, state: 'suspended' }, ({ lifecycleState }) => lifecycleState === 'SUSPENDED')
    await carriedOut({ parallelism: 4, state: 'running' }, runs(4))
  })
})

describe('N01 a plan against a cluster merges as applying does', () => {
  const withReplicas = (resource: Parsed): Parsed => ({
    ...resource,
    spec: { ...resource.spec, taskManager: { ...resource.spec.taskManager, replicas: 3 } },
  })

  test('a field that a patch set stays, and applying the same file again is no change', async () => {
    const sandbox = await aSandbox()
    await apply(sandbox, aFlinkDeployment('app', {}))
    await patch(sandbox, 'app', { spec: { taskManager: { replicas: 3 } } })
    const plan = await planned(sandbox, aFlinkDeployment('app', {}))
    expect(plan).toMatchObject({ impact: { _tag: 'None' }, diff: { changes: [] } })
    expect(plan.merged).toMatch(/^merged by the API server \(dry run/)
  })

  test('a field of the file is a change, with its leaf alone', async () => {
    const sandbox = await aSandbox()
    await apply(sandbox, aFlinkDeployment('app', {}))
    const plan = await planned(sandbox, withReplicas(aFlinkDeployment('app', {})))
    expect(plan.diff?.changes).toEqual([expect.objectContaining({ path: 'spec.taskManager.replicas', from: null, to: 3 })])
  })

  test('what the API server refuses is refused, with its words', async () => {
    const sandbox = await aSandbox()
    await apply(sandbox, aFlinkDeployment('app', {}))
    const resource = aFlinkDeployment('app', {})
    const plan = await planOf(sandbox, { ...resource, spec: { ...resource.spec, job: { ...resource.spec.job, parallelism: 'two' } } })
    expect(plan).toMatchObject({
      _tag: 'Left',
      left: { message: expect.stringMatching(/^the API server would refuse it: .*parallelism/) as string },
    })
  })
})
