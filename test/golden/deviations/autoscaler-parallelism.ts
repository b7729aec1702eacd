import type { Deviation } from '../deviation.ts'

export const autoscalerParallelismDeviations: readonly Deviation[] = [
  {
    id: 'A-16',
    family: 'autoscaler-parallelism',
    vectors: 'observed scalability on, a history whose rates are all zero or hold an infinite one',
    when: ({ expect }) => expect['throws'] === 'java.lang.NumberFormatException',
    excuses: [
      { field: /^answer\.(?:throws|message)$/, got: null },
      { field: /^answer\.(?:newParallelism|outsideUtilizationBound|expectedProcessingRate)$/, want: null },
    ],
    reason: 'the reference fails each cycle for as long as it keeps that history; here such rates say nothing, and the coefficient is 1',
    test: 'A-16 rates of zero, or an infinite one, say nothing: the coefficient is 1',
  },
  {
    id: 'A-missing',
    family: 'autoscaler-cycle',
    vectors: 'several required metrics are missing at once',
    when: ({ given }) => (given['cycles'] as readonly Readonly<Record<string, unknown>>[]).some(it => it['missing'] === true),
    excuses: [{
      field: /^cycles\.\d+\.events\.0\.message$/,
      want: /^Could not find required metric [A-Z_]+ for [0-9a-f]{32}$/,
      got: /^Could not find required metric [A-Z_]+ for [0-9a-f]{32}$/,
    }],
    reason: 'which of them the reference names is up to the order of a hash set; here it is the first in the order of vertices and metrics',
    test: 'several required metrics are missing: the first in order is named',
  },
]
