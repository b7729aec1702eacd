import type { JsonObject } from '../../../packages/core/src/contract/resource/json.ts'
import { runRound, runUntilQuiet } from '../../golden/scripted-rounds.ts'
import { advance } from '../../golden/scripted-start.ts'
import type { ScriptedWorld } from '../../golden/scripted-world.ts'
import { corpus, isSessionCluster, isSessionJob, settings, worldOf } from './corpus-world.ts'
import { after, edit, ends, lose, settled, withHa, withoutHa } from './settled-world.ts'

/** Something that is done to a running job; the statuses that are written on the way are what the reference operator would find. */
export interface Scenario {
  readonly name: string
  readonly run: () => ScriptedWorld
}

const changed = { args: ['--name', 'other'] }

const scenario = (
  name: string,
  id: string,
  run: (world: ScriptedWorld) => ScriptedWorld,
  script: Partial<ScriptedWorld['script']> = {},
): Scenario => ({ name, run: () => run(settled(id, script)) })

export const scenarios: readonly Scenario[] = [
  // the phases of the table are those of a job
  ...corpus.filter(entry => !isSessionCluster(entry.resource) && !isSessionJob(entry)).map(it => ({
    name: it.id,
    run: () => {
      const world = worldOf(it)
      runUntilQuiet(world, settings)
      return world
    },
  })),
  scenario('last-state upgrade', withHa, world =>
    after(world, () => {
      edit(world, changed)
    })),
  scenario('last-state upgrade by cancel', withHa, world =>
    after(world, () => {
      edit(world, changed, {}, { 'kubernetes.operator.job.upgrade.last-state.job-cancel.enabled': 'true' })
    })),
  scenario('savepoint upgrade', withoutHa, world =>
    after(world, () => {
      edit(world, changed)
    })),
  scenario('stateless upgrade', withoutHa, world =>
    after(world, () => {
      edit(world, { ...changed, upgradeMode: 'stateless' })
    })),
  scenario('suspended and resumed', withoutHa, world =>
    after(world, () => {
      edit(world, { state: 'suspended' })
    }, () => {
      edit(world, { state: 'running' })
    })),
  scenario('suspended and resumed with HA', withHa, world =>
    after(world, () => {
      edit(world, { state: 'suspended' })
    }, () => {
      edit(world, { state: 'running' })
    })),
  scenario('savepoint redeploy', withoutHa, world =>
    after(world, () => {
      edit(world, { savepointRedeployNonce: 1, initialSavepointPath: 'file:///data/savepoint-1' })
    })),
  scenario('savepoint redeploy with HA', withHa, world =>
    after(world, () => {
      edit(world, { savepointRedeployNonce: 1, initialSavepointPath: 'file:///data/savepoint-1' })
    })),
  scenario('savepoint redeploy of a job that ended', withoutHa, world =>
    after(world, ends(world, 'FINISHED'), () => {
      edit(world, { savepointRedeployNonce: 1, initialSavepointPath: 'file:///data/savepoint-1' })
    })),
  scenario('failed and edited', withoutHa, world =>
    after(world, ends(world, 'FAILED'), () => {
      edit(world, changed)
    }), { lastCheckpoint: 'file:///data/chk-7' }),
  scenario('failed and restarted', withoutHa, world =>
    after(world, () => {
      edit(world, {}, {}, { 'kubernetes.operator.job.restart.failed': 'true' })
    }, ends(world, 'FAILED'))),
  scenario('lost and recovered', withHa, world => after(world, lose(world))),
  scenario('ended, past its time to live', withoutHa, world =>
    after(world, ends(world, 'FINISHED'), () => {
      world.now += 100 * 86_400_000
    })),
  scenario('rolled back', withHa, world =>
    after(world, () => {
      edit(world, {}, { image: 'flink:nowhere' }, { 'kubernetes.operator.deployment.rollback.enabled': 'true' })
    }, () => {
      world.now += 600_000
    })),
  scenario('deleted', withoutHa, world =>
    after(world, () => {
      world.resource = {
        ...world.resource,
        metadata: { ...(world.resource['metadata'] as JsonObject), deletionTimestamp: new Date(world.now).toISOString() },
      }
    })),
  {
    name: 'first deployment beside a Service that is left',
    run: () => {
      const entry = corpus.find(({ id }) => id === withHa)!
      const { status: _status, ...resource } = entry.resource
      const world = worldOf({ ...entry, resource: { ...resource, metadata: { ...resource.metadata, finalizers: [] } }, cluster: [] })
      world.services.push({
        name: `${resource.metadata['name'] as string}-rest`,
        uid: 'uid-left',
        resourceVersion: '1',
        deleting: false,
        annotations: {},
        ownerUids: [resource.metadata['uid'] as string],
      })
      runUntilQuiet(world, settings)
      return world
    },
  },
  {
    name: 'edited while the objects are created',
    run: () => {
      const world = settled(withHa)
      edit(world, changed)
      // the create of the Deployment gets lost, and so its answer: what comes then is not sent any more
      while (
        world.log.every(entry =>
          entry._tag !== 'Status' || entry.status.operation?.kind !== 'Deploy' || entry.status.operation.step !== 'Create'
        )
      ) advance(world, Math.max(1, runRound(world, settings).after))
      const status = world.resource['status'] as JsonObject
      world.resource = { ...world.resource, status: { ...status, operation: { ...(status['operation'] as JsonObject), step: 'Create' } } }
      Object.assign(world, { deployment: null, pods: [], process: null })
      edit(world, { args: ['--name', 'third'] })
      runUntilQuiet(world, settings)
      return world
    },
  },
]
