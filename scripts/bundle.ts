/**
 * What is shipped, whole: node packages/operator/dist/flink-operator.mjs, with what its commands load when they are called in the folder
 * chunk/ beside it, the planner page, the example of the demo, and in legal/ the licences of what is bundled and its bill of materials.
 * `node scripts/bundle.ts FOLDER`: there instead.
 */
import { execFileSync } from 'node:child_process'
import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { bundledPackages } from './bundle/bundled-packages.ts'
import { bundleInto, root } from './bundle/bundle-into.ts'
import { legalText } from './bundle/legal-text.ts'
import { buildPlanner } from './planner.ts'
import { type NpmSbom, sbomOf } from './bundle/sbom.ts'

const folder = resolve(process.argv[2] ?? `${root}/packages/operator/dist`)

await rm(`${folder}/chunk`, { recursive: true, force: true })
const [program, page] = [await bundleInto(folder), await buildPlanner(`${folder}/planner`)]
const packages = bundledPackages({ outputs: { ...program.outputs, ...page.metafile.outputs } }, root)
await chmod(`${folder}/flink-operator.mjs`, 0o755)
await mkdir(`${folder}/examples`, { recursive: true })
await copyFile(`${root}/examples/savepoint.yaml`, `${folder}/examples/savepoint.yaml`)

await mkdir(`${folder}/legal`, { recursive: true })
await writeFile(`${folder}/legal/LEGAL.txt`, legalText(packages))
const reported = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
await writeFile(`${folder}/legal/sbom.cdx.json`, `${JSON.stringify(sbomOf(JSON.parse(reported) as NpmSbom, packages), null, 2)}\n`)
for (const name of ['LICENSE', 'NOTICE']) await copyFile(`${root}/${name}`, `${folder}/legal/${name}`)
