import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Played } from '../autoscaler-plan/index.ts'
import { type ChartLook, svgCharts } from '../autoscaler-plan/svg-chart.ts'

/** A picture is at least this wide, in pixels: below it can't be read. */
const leastWidth = 280

const dark = '(prefers-color-scheme: dark)'

/** The space of an element and the colours of the page; null until the element is measured. */
const useLook = () => {
  const place = useRef<HTMLElement>(null)
  const [width, setWidth] = useState<number | null>(null)
  const [colours, setColours] = useState<ChartLook['colours']>(matchMedia(dark).matches ? 'dark' : 'light')
  useEffect(() => {
    const own = place.current
    const query = matchMedia(dark)
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.max(leastWidth, Math.floor(entry.contentRect.width)))
    })
    const recolour = (): void => setColours(query.matches ? 'dark' : 'light')
    if (own !== null) observer.observe(own)
    query.addEventListener('change', recolour)
    return () => {
      observer.disconnect()
      query.removeEventListener('change', recolour)
    }
  }, [])
  return { place, look: width === null ? null : { width, colours } }
}

const addressOf = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`

/** The charts, as `flink-operator autoscaler plan --svg` draws them, as wide as the page and in its colours. */
export const ChartPicture = ({ played, summary }: { readonly played: readonly Played[]; readonly summary: string }) => {
  const { place, look } = useLook()
  const shown = useMemo(() => (look === null ? null : addressOf(svgCharts(played, look))), [played, look?.width, look?.colours])
  const saved = useMemo(() => addressOf(svgCharts(played)), [played])
  return (
    <figure class="charts" ref={place}>
      {shown === null ? null
        : <img src={shown} width={look?.width} alt={`Load and capacity, slots, and lag over time. ${summary}`} />}
      <figcaption>
        <span class="why">From top to bottom: load and capacity, slots, lag. Times are in UTC.</span>{' '}
        <a class="button" href={saved} download="autoscaler-plan.svg">Save the picture</a>
      </figcaption>
    </figure>
  )
}
