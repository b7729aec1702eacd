import { describe, expect, test } from 'vitest'
import { activeBlue, decidedIn, settled } from '../../../../fixtures/blue-green.ts'
import type { Play } from '../../../../fixtures/played-blue-green.ts'
import { blueGreenSpec } from '../../../../fixtures/a-blue-green.ts'
import { renderManifest } from '../../../manifest/render-manifest.ts'
import type { FlinkDeploymentSpec } from '../../../contract/resource/flink-deployment-spec.ts'

const container = { name: 'flink-main-container', resources: { limits: { cpu: '0.5' } } }
const podTemplate = { apiVersion: 'v1', kind: 'Pod', spec: { containers: [container] } }

/** Blue serves, and its spec is written otherwise. */
const written = (change: (spec: FlinkDeploymentSpec) => FlinkDeploymentSpec): Play => {
  const play = activeBlue(blueGreenSpec({ rest: { podTemplate } }))
  const blue = play.children['app-blue'] ?? expect.fail('there is no blue')
  return { ...play, children: { 'app-blue': { ...blue, view: { ...blue.view, spec: change(blue.view.spec) } } } }
}

describe('active-child/changed-from-outside: is the child that serves as it is recorded?', () => {
  test('P14 a spec that says the same in other words is not written again: the healthy job is left alone', () => {
    const same = { spec: { containers: [{ ...container, resources: { limits: { cpu: '500m' } }, env: [] }] } }
    const play = written(spec => ({ ...spec, podTemplate: same }))
    expect(settled(play).log).toEqual(play.log)
  })

  test.each<readonly [string, (spec: FlinkDeploymentSpec) => FlinkDeploymentSpec]>([
    ['an image', spec => ({ ...spec, image: 'other' })],
    ['a quantity', spec => ({ ...spec, podTemplate: { spec: { containers: [{ ...container, resources: { limits: { cpu: '2' } } }] } } })],
    ['a nonce that nobody asks for any more', spec => ({ ...spec, restartNonce: 7 })],
    ['an ignored key', spec => ({ ...spec, flinkConfiguration: { ...spec.flinkConfiguration, 'kubernetes.operator.x': 'y' } })],
  ])('B107 %s that differs is put right', (_what, change) => {
    const play = written(change)
    expect(settled(play).log.slice(play.log.length)).toEqual(['change app-blue'])
  })
})

describe('E-29 a child is applied, not replaced', () => {
  const drifted = written(spec => ({ ...spec, image: 'other' }))
  const writes = [...decidedIn(drifted).actions, ...decidedIn(settled(drifted, 0)).actions].filter(({ _tag }) =>
    _tag !== 'EmitEvent' && _tag !== 'Requeue' && _tag !== 'PersistStatus'
  )

  test('E-29 what changes it is a server-side apply of its uid', () => {
    expect(writes).toMatchObject([{ _tag: 'ApplyObject', uid: drifted.children['app-blue']?.view.meta.uid }])
  })

  test('E-29 it names our labels, annotations, owner and spec alone: finalizers, and what others put beside it, are theirs', () => {
    const [apply] = writes
    if (apply?._tag !== 'ApplyObject') return expect.fail('nothing is applied')
    const rendered = renderManifest(apply.manifest)
    if (rendered._tag === 'Left') return expect.fail(JSON.stringify(rendered.left))
    expect(Object.keys(rendered.right).toSorted()).toEqual(['apiVersion', 'kind', 'metadata', 'spec'])
    expect(Object.keys(rendered.right['metadata'] as object).toSorted()).toEqual([
      'annotations',
      'labels',
      'name',
      'namespace',
      'ownerReferences',
    ])
  })
})
