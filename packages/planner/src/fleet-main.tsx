import { render } from 'preact'
import { FleetApp } from './fleet/fleet-app.tsx'

const root = document.getElementById('fleet')
if (root !== null) {
  root.replaceChildren()
  render(<FleetApp place={root.dataset['live'] ?? '/planner/live'} />, root)
}
