import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { builtInDefaults } from '../../../packages/core/src/flink/configuration/index.ts'
import { flinkTls } from '../../../packages/core/src/options/index.ts'
import { helm, needsHelm, ofKind, type Rendered, rendered } from './helm.ts'

const tlsOf = (objects: readonly Rendered[], namespace: string) => {
  const { data } = ofKind(objects, 'ConfigMap').find(({ metadata: { name } }) => name === 'flink-operator-config')
  const { ca, certificate, key } = flinkTls({ ...builtInDefaults, configuration: parse(data['chart.yaml']) }, namespace)
  return [ca, certificate, key].map(file => file?.path ?? null)
}
/** Where each Secret is mounted in the operator's container. */
const mountsOf = (objects: readonly Rendered[]): Readonly<Record<string, string>> => {
  const { containers: [{ volumeMounts }], volumes } =
    ofKind(objects, 'Deployment').find(({ metadata }) => metadata.name === 'flink-operator')
      .spec.template.spec
  const mounted = volumeMounts.filter(({ mountPath }: Rendered) => mountPath.startsWith('/flink-rest-tls'))
  return Object.fromEntries(
    mounted.map(({ name, mountPath }: Rendered) => [volumes.find((it: Rendered) => it.name === name).secret.secretName, mountPath]),
  )
}

describe.skipIf(helm === null)(`U11 certificates for Flink's REST API by values of the chart${needsHelm}`, () => {
  test('none by default', () => {
    const objects = rendered({})
    expect(tlsOf(objects, 'ns')).toEqual([null, null, null])
    expect(mountsOf(objects)).toEqual({})
  })

  test('for all namespaces, and another Secret for one of them', () => {
    const objects = rendered({
      flinkRestTls: { secretName: 'company', clientCertificate: true, namespaces: { 'team-a': { secretName: 'team' } } },
    })
    expect(mountsOf(objects)).toEqual({ company: '/flink-rest-tls/all', team: '/flink-rest-tls/of/team-a' })
    expect(tlsOf(objects, 'ns')).toEqual(['/flink-rest-tls/all/ca.crt', '/flink-rest-tls/all/tls.crt', '/flink-rest-tls/all/tls.key'])
    expect(tlsOf(objects, 'team-a')).toEqual(['/flink-rest-tls/of/team-a/ca.crt', null, null])
  })

  test('the webhook asks no Flink', () => {
    const objects = rendered({ webhook: { create: true }, flinkRestTls: { secretName: 'company' } })
    expect(JSON.stringify(ofKind(objects, 'Deployment').filter(({ metadata }) => metadata.name !== 'flink-operator')))
      .not.toContain('flink-rest-tls')
  })
})
