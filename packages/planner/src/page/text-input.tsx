import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'

export interface TextInputProps {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly text: string
  /** Lines with a mistake, from 1. */
  readonly problems: ReadonlySet<number>
  /** The text has a mistake whose line is not known. */
  readonly isWrong?: boolean
  /** Why files of so many bytes are not read; null: they are. */
  readonly refused?: (bytes: number) => string | null
  readonly onText: (text: string) => void
  readonly children?: ComponentChildren
}

/** Selects a line of the text with this id, from 1, and brings it into view. */
export const goToLine = (id: string, line: number): void => {
  const field = document.getElementById(id)
  if (!(field instanceof HTMLTextAreaElement)) return
  const lines = field.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, it) => sum + it.length + 1, 0)
  field.focus()
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  field.scrollTop = field.scrollHeight * Math.max(0, line - 4) / Math.max(1, lines.length)
}

interface Scrolled {
  /** Pixels. */
  readonly top: number
  readonly height: number
  readonly lineHeight: number
}

const scrolledOf = (field: HTMLTextAreaElement): Scrolled => ({
  top: field.scrollTop,
  height: field.clientHeight,
  lineHeight: Number.parseFloat(getComputedStyle(field).lineHeight) || 16,
})

interface LineNumbersProps {
  readonly count: number
  readonly problems: ReadonlySet<number>
  readonly scrolled: Scrolled
}

/** The numbers of the lines that are in view, beside the text. A screen reader gets them with the mistakes. */
const LineNumbers = ({ count, problems, scrolled: { top, height, lineHeight } }: LineNumbersProps) => {
  const first = Math.floor(top / lineHeight)
  const shown = Math.max(0, Math.min(count - first, Math.ceil(height / lineHeight) + 1))
  return (
    <div class="numbers" aria-hidden="true">
      <pre ref={own => own === null ? undefined : own.style.setProperty('translate', `0 ${first * lineHeight - top}px`)}>
        {Array.from({ length: shown }, (_, index) => first + index + 1).map(line =>
          problems.has(line) ? <strong class="failed">{`${line}\n`}</strong> : `${line}\n`
        )}
      </pre>
    </div>
  )
}

/** A text that is typed, pasted, dropped as files, or chosen from disk. It is read here, and sent nowhere. */
export const TextInput = ({ id, label, hint, text, problems, isWrong, refused, onText, children }: TextInputProps) => {
  const [isOver, setOver] = useState(false)
  const [scrolled, setScrolled] = useState<Scrolled>({ top: 0, height: 0, lineHeight: 16 })
  const field = useRef<HTMLTextAreaElement>(null)
  // the height of the field may be changed by its handle, and a shorter text is scrolled less
  useEffect(() => {
    const { current } = field
    if (current === null) return undefined
    const look = new ResizeObserver(() => setScrolled(scrolledOf(current)))
    look.observe(current)
    return () => look.disconnect()
  }, [])
  const [refusal, setRefusal] = useState<string | null>(null)
  const count = useMemo(() => text.split('\n').length, [text])
  const read = async (files: FileList | null): Promise<void> => {
    const them = [...files ?? []]
    const why = refused?.(them.reduce((sum, { size }) => sum + size, 0)) ?? null
    setRefusal(why)
    if (why !== null) return
    const texts = await Promise.all(them.map(file => file.text()))
    if (texts.length > 0) onText(texts.join('\n---\n'))
  }
  const over = (event: DragEvent): void => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void read(event.dataTransfer?.files ?? null)
  }
  return (
    <section class={`text-input${isOver ? ' over' : ''}`} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      <div class="text-head">
        <label for={id}>{label}</label>
        <span class="tools">
          {children}
          <label class="button" for={`${id}-file`}>Open files</label>
          <input
            id={`${id}-file`}
            class="file"
            type="file"
            multiple
            accept=".yaml,.yml,.json"
            aria-label={`${label}: open files`}
            onChange={event => void read(event.currentTarget.files)}
          />
          <button type="button" onClick={() => onText('')} aria-label={`${label}: clear`}>Clear</button>
        </span>
      </div>
      <p class="hint" id={`${id}-hint`}>{hint}</p>
      {refusal === null ? null : <p class="hint failed" role="alert">{refusal}</p>}
      <div class="numbered">
        <LineNumbers count={count} problems={problems} scrolled={scrolled} />
        <textarea
          ref={field}
          id={id}
          aria-describedby={`${id}-hint`}
          spellcheck={false}
          autocomplete="off"
          rows={14}
          wrap="off"
          value={text}
          onInput={event => onText(event.currentTarget.value)}
          onScroll={event => setScrolled(scrolledOf(event.currentTarget))}
          aria-invalid={isWrong === true || problems.size > 0}
        />
      </div>
    </section>
  )
}
