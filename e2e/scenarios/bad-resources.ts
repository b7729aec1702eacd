import type { JsonObject } from '@flink-operator/core'
import { manifest } from '../harness/manifest.ts'
import { lyftManifest } from '../harness/lyft-manifest.ts'
import { sessionJobManifest } from '../harness/session-manifest.ts'
import type { Stage } from './story.ts'

/** A resource that its CRD accepts and the operator's rules don't. */
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
  const good = manifest(settings, { ...common, highAvailability: false })
  const { job, ...spec } = good['spec'] as JsonObject
  const deployment = { ...good, spec: { ...spec, job: { ...job as JsonObject, jarURI: 'local:///a b.jar' } } }
  return {
    FlinkDeployment: { resource: deployment, reported: /spec\.job\.jarURI: jarURI is not valid: .*local:\/\/\/a b\.jar/ },
    FlinkSessionJob: {
      resource: sessionJobManifest({ ...common, jarURI: 'ftp://repo.example/a.jar' }),
      reported: /spec\.job\.jarURI: .*ftp.*https/,
    },
    FlinkStateSnapshot: {
      resource: { apiVersion, kind: 'FlinkStateSnapshot', metadata, spec: { savepoint: {}, jobReference: { name: 'app' } } },
      reported: /spec\.jobReference\.kind: .*FlinkDeployment or FlinkSessionJob/,
    },
    FlinkBlueGreenDeployment: {
      resource: { apiVersion, kind: 'FlinkBlueGreenDeployment', metadata, spec: { template: { spec: deployment.spec } } },
      reported: /spec\.template\.spec\.job\.jarURI: jarURI is not valid: .*local:\/\/\/a b\.jar/,
    },
    FlinkApplication: {
      resource: lyftManifest(settings, { ...metadata, version, spec: { jarName: ' ' } }),
      reported: /spec\.jarName: .*must be set/,
    },
  }
}
