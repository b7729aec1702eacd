import type { Fact, JsonObject } from '@flink-operator/core'
import type { DeploymentView } from '@flink-operator/core/fact'
import type { Clock } from '../clock.ts'
import type { ResourceKey } from '../port/cluster-port.ts'
import type { KindName } from '@flink-operator/kinds'
import type { WatchKindsOptions } from '../resource/watched-kinds.ts'
import type { Read } from '../round.ts'
import type { Recorder } from './recorder.ts'

/** Records what the watches report of resources with a cluster and of their JobManager Deployments. */
export const watchLines = (
  clock: Clock,
  recorder: Pick<Recorder, 'write'> | undefined,
  deploymentOf: (kind: KindName, key: ResourceKey) => Fact<DeploymentView>,
): Pick<WatchKindsOptions, 'onSeen' | 'onClusterSeen'> =>
  recorder === undefined ? {} : {
    onSeen: (kind, key, text) =>
      recorder.write({
        version: 1,
        line: 'Watch',
        at: clock.now(),
        of: { kind, ...key },
        seen: { kind: 'Resource', resource: text === null ? null : JSON.parse(text) as JsonObject },
      }),
    onClusterSeen: (kind, key) => {
      const fact = deploymentOf(kind, key)
      if (fact._tag === 'Unknown') return
      recorder.write({
        version: 1,
        line: 'Watch',
        at: clock.now(),
        of: { kind, ...key },
        seen: { kind: 'Deployment', deployment: fact._tag === 'Known' ? fact.value : null },
      })
    },
  }

/** Records the resource that each round of a kind begins with. */
export const readLines =
  (clock: Clock, recorder: Pick<Recorder, 'write'> | undefined, kind: KindName) => (key: ResourceKey, read: Read | null): void =>
    recorder?.write({
      version: 1,
      line: 'Read',
      at: clock.now(),
      of: { kind, ...key },
      source: read?.source ?? 'live',
      resource: read?.resource ?? null,
    })
