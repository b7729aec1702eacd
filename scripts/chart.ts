/**
 * The chart to publish: `npm run chart -- --image registry.example.com/flink-operator:0.1.0` writes dist/chart/flink-operator-VERSION.tgz
 * and, as an OCI image layout, dist/chart/oci. Both install that image. Nothing is uploaded: the commands for that are printed.
 */
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { imageName, packChart } from './chart/pack-chart.ts'

const root = join(import.meta.dirname, '..')
const { image = '' } = parseArgs({ options: { image: { type: 'string' } } }).values
const name = imageName(image)

if (name === null) {
  console.error(
    `--image: found "${image}"; expected the operator's image with a tag or a digest: registry.example.com/flink-operator:0.1.0`,
  )
  process.exitCode = 2
} else {
  const { archive, layout, digest, version } = packChart(name, join(root, 'dist/chart'))
  const [file, folder] = [archive, layout].map(path => relative(root, path))
  console.log([
    file,
    `${folder} (${digest})`,
    '',
    'To publish it, one of',
    `  helm push ${file} oci://registry.example.com/charts`,
    `  oras cp --from-oci-layout ${folder}:${version} registry.example.com/charts/flink-operator:${version}`,
  ].join('\n'))
}
