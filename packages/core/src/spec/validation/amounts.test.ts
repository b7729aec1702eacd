import { describe, expect, test } from 'vitest'
import type { ResourceRequirements } from '../../contract/resource/flink-deployment-spec.ts'
import { memoryProblem, quantityProblem, resourceRequirementsProblem } from './manager-rules.ts'

const neither = (character: string): string =>
  `Character ${character} is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`

describe('quantities, in the words of the reference operator (api-and-config.md, sections 3.2 and 13.1)', () => {
  test.each([
    ['1', null],
    ['1.5Gi', null],
    ['500m', null],
    ['-1', null],
    ['1e3', null],
    ['', 'Invalid quantity string format passed.'],
    ['2Gi2x', 'Invalid quantity string format passed'],
    ['abc', neither('a')],
    ['+1_0', neither('_')],
    ['-a', neither('a')],
    ['1 x', neither(' ')],
    ['1Q', neither('Q')],
    ['1.2.3', 'Invalid quantity format passed to parse'],
    ['1Mx', 'Invalid quantity format passed to parse'],
    ['G', 'Invalid quantity format passed to parse'],
  ])('quantity %j: %s', (text, want) => {
    expect(quantityProblem(text)).toBe(want)
  })

  test.each([
    ['1g', null],
    ['1024', null],
    ['1.5Gi', null],
    ['2 gb', null],
    ['xyz', neither('X')],
    ['2g2', 'Invalid quantity format passed to parse'],
    ['-1g', 'text does not start with a number'],
    ['99999999999g', "The value '99999999999000000000' cannot be re represented as 64bit number (numeric overflow)."],
  ])('memory %j: %s', (text, want) => {
    expect(memoryProblem(text)).toBe(want)
  })
})

describe('requests and limits (api-and-config.md, section 13.2)', () => {
  test.each<readonly [string, Partial<ResourceRequirements>, readonly string[]]>([
    ['nothing', {}, []],
    ['positive', { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '1Gi' } }, []],
    ['cpu 0', { requests: { cpu: '0' } }, ['requests cpu must be positive: 0']],
    ['memory 0', { limits: { memory: '0' } }, ['limits memory must be positive: 0']],
    ['another 0', { requests: { 'ephemeral-storage': '0' } }, []],
    ['another below 0', { limits: { gpu: '-1' } }, ['limits gpu must not be negative: -1']],
    ['cpu no quantity', { requests: { cpu: 'x' } }, [`requests cpu parse error: ${neither('x')}`]],
    ['memory no amount', { requests: { memory: 'x' } }, [`requests memory parse error: ${neither('X')}`]],
    ['cpu above its limit', { requests: { cpu: '1500m' }, limits: { cpu: 1 } }, ['cpu request (1500m) must not exceed its limit (1)']],
    ['cpu at its limit', { requests: { cpu: '1000m' }, limits: { cpu: 1 } }, []],
    ['memory above its limit, as Flink reads both', { requests: { memory: '2G' }, limits: { memory: '2047Mi' } }, [
      'memory request (2G) must not exceed its limit (2047Mi)',
    ]],
    ['memory at its limit, as Flink reads both', { requests: { memory: '2G' }, limits: { memory: '2Gi' } }, []],
    ['another above its limit', { requests: { gpu: 2 }, limits: { gpu: 1 } }, []],
    ['a limit that does not parse', { requests: { cpu: 2 }, limits: { cpu: 'x' } }, [`limits cpu parse error: ${neither('x')}`]],
    ['all of it, in order', { requests: { memory: '2g', cpu: -1 }, limits: { memory: '1g', cpu: -2 } }, [
      'requests cpu must be positive: -1',
      'limits cpu must be positive: -2',
      'cpu request (-1) must not exceed its limit (-2)',
      'memory request (2g) must not exceed its limit (1g)',
    ]],
  ])('%s', (_what, given, want) => {
    expect(resourceRequirementsProblem('TaskManager', { requests: {}, limits: {}, ...given }))
      .toBe(want.length === 0 ? null : want.map(it => `TaskManager resource requirements ${it}`).join('; '))
  })
})
