import { render } from 'preact'
import { examples, textsOf } from './examples.ts'
import { App } from './page/app.tsx'

/** The files of `examples/` by name, put in by `scripts/planner.ts`. */
declare const exampleTexts: Readonly<Record<string, string>>

const root = document.getElementById('planner')
if (root !== null) {
  root.replaceChildren()
  render(
    <App
      examples={examples.map(example => ({ title: example.title, texts: textsOf(example, file => exampleTexts[file] ?? '') }))}
      live={root.dataset['live'] ?? null}
    />,
    root,
  )
}
