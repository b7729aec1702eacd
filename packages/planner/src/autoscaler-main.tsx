import { render } from 'preact'
import { AutoscalerApp } from './autoscaler/autoscaler-app.tsx'

/** `examples/autoscaler/day.yaml`, put in by `scripts/planner.ts`. */
declare const exampleDay: string

const root = document.getElementById('autoscaler')
if (root !== null) {
  root.replaceChildren()
  render(<AutoscalerApp example={exampleDay} />, root)
}
