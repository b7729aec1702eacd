import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { kinds } from '@flink-operator/kinds'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { ofKind, type Rendered } from './helm.ts'

const deploy = join(import.meta.dirname, '../../../deploy')
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0
const objectsIn = (text: string): readonly Rendered[] => parseAllDocuments(text).map(it => it.toJS()).filter(it => it !== null)

const built = (folder: string): readonly Rendered[] => {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', join(deploy, 'kustomize', folder)], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return objectsIn(stdout)
}
const id = ({ kind, metadata: { namespace = '', name } }: Rendered): string => [kind, namespace, name].join('/')

describe.skipIf(!hasKubectl)(`deploy/kustomize, as kubectl builds it${hasKubectl ? '' : ' (left out: there is no kubectl)'}`, () => {
  test('the base is the plain manifests: CRDs and operator', () => {
    const plain = objectsIn(readFileSync(join(deploy, 'operator.yaml'), 'utf8'))
    const base = built('base')
    expect(ofKind(base, 'CustomResourceDefinition')).toHaveLength(Object.keys(kinds).length)
    expect(base.filter(({ kind }) => kind !== 'CustomResourceDefinition').map(id).toSorted()).toEqual(plain.map(id).toSorted())
  })

  test('the overlay: two namespaces, each with an account for jobs and the rights of the operator, which has them nowhere else', () => {
    const overlay = built('overlay')
    expect(ofKind(overlay, 'ClusterRoleBinding').map(({ roleRef }) => roleRef.name)).toEqual(['flink-operator-cluster'])
    for (const namespace of ['team-a', 'team-b']) {
      expect(overlay.map(id)).toEqual(
        expect.arrayContaining(['ServiceAccount', 'Role', 'RoleBinding'].map(kind => [kind, namespace, 'flink'].join('/'))),
      )
      expect(overlay.find(it => id(it) === `RoleBinding/${namespace}/flink-operator`)).toMatchObject({
        roleRef: { kind: 'ClusterRole', name: 'flink-operator' },
        subjects: [{ kind: 'ServiceAccount', name: 'flink-operator', namespace: 'flink-operator' }],
      })
    }
    const [deployment] = ofKind(overlay, 'Deployment')
    expect(deployment.spec.template.spec.containers[0].image).toMatch(/^registry\.example\.org\/flink-operator:/)
    const configuration = overlay.find(it => id(it) === 'ConfigMap/flink-operator/flink-operator-config')
    expect(configuration.data['config.yaml']).toMatch(/watched\.namespaces: team-a,team-b/)
  })
})
