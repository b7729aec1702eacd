import { describe, expect, test } from 'vitest'
import { activeBlue, blueGreenSpec, type Play, settled } from '../../../fixtures/blue-green.ts'
import type { FlinkDeploymentSpec } from '../../resource/flink-deployment-spec.ts'

const container = { name: 'flink-main-container', resources: { limits: { cpu: '0.5' } } }
const podTemplate = { apiVersion: 'v1', kind: 'Pod', spec: { containers: [container] } }

/** Blue serves, and its spec is written otherwise. */
const written = (change: (spec: FlinkDeploymentSpec) => FlinkDeploymentSpec): Play => {
  const play = activeBlue(blueGreenSpec({ rest: { podTemplate } }))
  const blue = play.children['app-blue'] ?? expect.fail('there is no blue')
  return { ...play, children: { 'app-blue': { ...blue, view: { ...blue.view, spec: change(blue.view.spec) } } } }
}

describe('G39: is the child that serves as it is recorded?', () => {
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
