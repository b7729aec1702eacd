import type { AdapterError, JsonObject } from '@flink-operator/core'
import { crdNameOf, crdOf, type CrdForm } from '@flink-operator/core/crd'
import { type KindName, kindNames, kindOf } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { type Any, type Api, connect } from '../e2e/harness/api.ts'
import { eventually } from '../e2e/harness/eventually.ts'
import { resourceOf } from './operators-errors.ts'
import { acceptedSpecs, type CheckedKind, checkedKinds } from './refused-specs.ts'

/** A real API server with the CRDs, and a namespace of its own. */
export interface RealDefinitions {
  readonly namespace: string
  readonly api: Api
  /** Puts CRDs of this form in place, and waits until the server checks by them. */
  readonly install: (form: CrdForm) => Promise<void>
  /** What the server says of a resource that it does not store: an empty text, or why it refuses. */
  readonly refusal: (kind: KindName, resource: JsonObject) => Promise<string>
  readonly pathOf: (kind: KindName, name?: string) => string
  readonly remove: () => Promise<void>
}

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

export const realDefinitions = async (kubeconfig: string): Promise<RealDefinitions> => {
  const api = connect(kubeconfig)
  const namespace = `conformance-crds-${Date.now().toString(36)}`
  await api.create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  const pathOf = (kind: KindName, name?: string): string => {
    const { group, version, plural } = kindOf(kind).type
    return `/apis/${group}/${version}/namespaces/${namespace}/${plural}${name === undefined ? '' : `/${name}`}`
  }
  const refusal = async (kind: KindName, resource: JsonObject): Promise<string> => {
    const metadata = { ...resource['metadata'] as JsonObject, namespace }
    const answer: E.Either<AdapterError, Any> = await api.http.send({
      method: 'POST',
      path: pathOf(kind),
      query: { dryRun: 'All', fieldValidation: 'Strict' },
      body: JSON.stringify({ ...resource, metadata }),
    })()
    return E.isLeft(answer) ? answer.left.message : ''
  }
  /** A name that only the lenient CRD accepts, or a number of the kinds without a check of the name. */
  const probe = (kind: CheckedKind): JsonObject =>
    kind === 'FlinkStateSnapshot' ? resourceOf(kind, 'probe', {})
      : kind === 'FlinkSessionJob' ? resourceOf(kind, 'probe', { ...acceptedSpecs[kind], deploymentName: 'A' })
      : kind === 'FlinkApplication' ? resourceOf(kind, 'probe', { ...acceptedSpecs[kind], parallelism: 0 })
      : resourceOf(kind, '1st', acceptedSpecs[kind])
  return {
    namespace,
    api,
    pathOf,
    refusal,
    install: async form => {
      for (const kind of kindNames) await api.apply(`${definitions}/${crdNameOf(kindOf(kind).type)}`, crdOf(kindOf(kind), form))
      for (const kind of checkedKinds) {
        await eventually(
          `${kind} is checked by the ${form} CRD`,
          { within: 60_000, every: 200 },
          async () => {
            const said = await refusal(kind, probe(kind))
            return form === 'Strict' ? /is invalid/u.test(said) : said === ''
          },
        )
      }
    },
    remove: async () => {
      await api.remove(`/api/v1/namespaces/${namespace}`)
    },
  }
}
