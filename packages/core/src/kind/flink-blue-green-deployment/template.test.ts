import { describe, expect, test } from 'vitest'
import { aBlueGreen, activeBlue, aPlay, blueGreenSpec, decidedIn, edited, settled } from '../../../fixtures/blue-green.ts'
import { errorIn, image, rowIn } from '../../../fixtures/blue-green-plays.ts'
import type { JsonObject } from '../../resource/json.ts'

describe('M-D08 the ingress of the children', () => {
  const templated = (template: string) => aPlay(aBlueGreen(blueGreenSpec({ rest: { ingress: { template } } })))
  const ingressOf = (template: string) => settled(templated(template)).children['app-blue']?.view.spec.ingress?.template
  test('M-D08 a host has the colour in front of it, a path with {{name}} stays as it is', () => {
    expect(ingressOf('x.org')).toBe('blue-x.org')
    expect(ingressOf('/{{name}}')).toBe('/{{name}}')
  })
  test('M-D08 a path alone is the same for both: refused', () => {
    expect(rowIn(templated('/x'))).toBe('G10')
    expect(errorIn(templated('/x'))).toContain('put {{name}} into the path')
  })
})

describe('B106 E-26 E-34 a child is the template, with two rewrites and no more', () => {
  test('labels, annotations and what the selector names are its own', () => {
    const spec = {
      ...blueGreenSpec(),
      template: { ...(blueGreenSpec()['template'] as JsonObject), metadata: { labels: { team: 'a' }, annotations: { note: 'b' } } },
    }
    const play = settled(aPlay(aBlueGreen(spec, { labels: { shard: '1', other: '2' } })))
    expect(play.children['app-blue']?.view.meta).toMatchObject({
      labels: { team: 'a', 'flink/blue-green-deployment-type': 'BLUE' },
      annotations: { note: 'b' },
    })
    const selected = decidedIn(aPlay(aBlueGreen(spec, { labels: { shard: '1', other: '2' } })), {
      'kubernetes.operator.label.selector': 'shard in (1)',
    })
    expect(selected.row).toBe('G13')
  })
  test('E-34 a savepoint path with file: in it stays as it is', () => {
    const asked = settled(edited(activeBlue(), image('two')))
    const [id = ''] = Object.keys(asked.savepoints)
    const made = settled({ ...asked, savepoints: { [id]: 'file:/flink/file:x' } })
    expect(made.children['app-green']?.view.spec.job?.initialSavepointPath).toBe('file:/flink/file:x')
  })
})
