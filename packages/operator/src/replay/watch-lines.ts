import type { DeploymentView, Fact, JsonObject } from '@flink-operator/core'
import type { Clock } from '../clock.ts'
import type { ResourceKey } from '../port/cluster-port.ts'
import type { WatchOptions } from '../resource/kind-watch.ts'
import type { Recorder } from './recorder.ts'

/** What the watches of FlinkDeployments and their JobManager Deployments tell, taken down. */
export const watchLines = (
  clock: Clock,
  recorder: Pick<Recorder, 'write'> | undefined,
  deploymentOf: (key: ResourceKey) => Fact<DeploymentView>,
): Pick<WatchOptions, 'onSeen' | 'onClusterSeen'> =>
  recorder === undefined ? {} : {
    onSeen: (key, text) =>
      recorder.write({
        version: 1,
        line: 'Watch',
        at: clock.now(),
        of: { kind: 'FlinkDeployment', ...key },
        seen: { kind: 'Resource', resource: text === null ? null : JSON.parse(text) as JsonObject },
      }),
    onClusterSeen: key => {
      const fact = deploymentOf(key)
      if (fact._tag === 'Unknown') return
      recorder.write({
        version: 1,
        line: 'Watch',
        at: clock.now(),
        of: { kind: 'FlinkDeployment', ...key },
        seen: { kind: 'Deployment', deployment: fact._tag === 'Known' ? fact.value : null },
      })
    },
  }
