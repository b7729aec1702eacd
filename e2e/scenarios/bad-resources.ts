import type { JsonObject } from '@flink-operator/core'
import { manifest } from '../harness/manifest.ts'
import { lyftManifest } from '../harness/lyft-manifest.ts'
import { sessionJobManifest } from '../harness/session-manifest.ts'
import type { Stage } from './story.ts'

/** A resource that its schema takes and the operator's rules don't. */
export interface BadResource {
  readonly resource: JsonObject
  /** What is told: the field, what was found, and what is allowed. */
  readonly reported: RegExp
}

type Kind = 'FlinkDeployment' | 'FlinkSessionJob' | 'FlinkStateSnapshot' | 'FlinkBlueGreenDeployment' | 'FlinkApplication'

const apiVersion = 'flink.apache.org/v1beta1'

/** One of each kind. */
export const badResources = ({ settings, namespace, version }: Stage): Readonly<Record<Kind, BadResource>> => {
  const metadata = { namespace, name: 'bad' }
  const common = { ...metadata, version, upgradeMode: 'savepoint', jobName: 'bad' } as const
  const deployment = manifest(settings, { ...common, highAvailability: false, parallelism: 0 })
  return {
    FlinkDeployment: { resource: deployment, reported: /spec\.job\.parallelism: found 0: .*larger than 0/ },
    FlinkSessionJob: {
      resource: sessionJobManifest({ ...common, jarURI: 'ftp://repo.example/a.jar' }),
      reported: /spec\.job\.jarURI: .*ftp.*https/,
    },
    FlinkStateSnapshot: {
      resource: { apiVersion, kind: 'FlinkStateSnapshot', metadata, spec: { jobReference: { kind: 'FlinkDeployment', name: 'app' } } },
      reported: /spec: .*Exactly one of checkpoint or savepoint/,
    },
    FlinkBlueGreenDeployment: {
      resource: { apiVersion, kind: 'FlinkBlueGreenDeployment', metadata, spec: { template: { spec: deployment['spec'] as JsonObject } } },
      reported: /spec\.template\.spec\.job\.parallelism: found 0: .*larger than 0/,
    },
    FlinkApplication: {
      resource: lyftManifest(settings, { ...metadata, version, spec: { parallelism: 0 } }),
      reported: /spec\.parallelism: .*0/,
    },
  }
}
