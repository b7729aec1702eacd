import { type Deviation, wordsOfExcuse } from '../../test/golden/deviation.ts'
import { deviations } from '../../test/golden/deviations.ts'
import { code, page, type Page, table } from './markdown.ts'

const row = (
  { id, family, vectors, excuses, reason, test }: Deviation,
): readonly string[] => [id, family, vectors, excuses.map(excuse => code(wordsOfExcuse(excuse))).join('<br>'), reason, test]

export const deviationsPage = (): Page =>
  page(
    'docs/deviations.md',
    "Where answers differ from the reference operator's, on purpose",
    `Golden vectors are inputs with the answers of the Apache Flink Kubernetes Operator 1.15.0. A vector whose answer differs here in a field that none of these rules names fails. Each rule names its vectors, the very
fields that it excuses, with what stands in them there → here, its reason, and the test that shows the better behaviour. \`npm run golden -- --deviations\` counts vectors and fields by rule; a rule that nothing uses fails.`,
    table(['id', 'family', 'vectors', 'fields: there → here', 'reason', 'test'], deviations.map(row)),
  )
