import { type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Field } from '@/components/ui/field'
import { NativeList, SELECT_LOOK, type SelectProps } from '@/components/ui/select'
import type { SelectListProps } from '@/components/ui/select-list'

/**
 * One of several, for the site. With a mouse it is the site's own list; the browser's stays without scripts, on touch screens and
 * until the list has loaded. The browser's list always holds the value, so that forms, their validation and an early choice work alike.
 */
export function ListSelect({ label, hint, error, aside, ...list }: SelectProps) {
  const box = useRef<HTMLSpanElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const OwnList = useOwnList()
  const nativeList = () => box.current?.querySelector('select') ?? null
  const shown = useSyncExternalStore(
    subscribeToForms,
    () => box.current?.querySelector('select')?.value ?? '',
    () => '',
  )

  function choose(value: string): void {
    const native = nativeList()
    if (native === null) return
    native.value = value
    native.dispatchEvent(new Event('change', { bubbles: true }))
  }

  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <span ref={box} className="relative block">
          {OwnList === null ? (
            <NativeList {...list} {...control} className={SELECT_LOOK} />
          ) : (
            <>
              {/* Forms focus it to show its error. */}
              <span aria-hidden onFocus={() => trigger.current?.focus()}>
                <NativeList {...list} tabIndex={-1} className="sr-only" />
              </span>
              <OwnList
                {...control}
                aria-label={list['aria-label']}
                ref={trigger}
                value={shown}
                options={list.options}
                placeholder={list.placeholder}
                disabled={list.disabled}
                onValueChange={choose}
                onBlur={() => nativeList()?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))}
              />
            </>
          )}
        </span>
      )}
    </Field>
  )
}

/** Fields have their initial values again only after the event of a reset. */
function subscribeToForms(onChange: () => void): () => void {
  const afterReset = () => queueMicrotask(onChange)
  document.addEventListener('change', onChange)
  document.addEventListener('reset', afterReset)
  return () => {
    document.removeEventListener('change', onChange)
    document.removeEventListener('reset', afterReset)
  }
}

const WITH_MOUSE = '(hover: hover) and (pointer: fine)'

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(WITH_MOUSE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Null while the browser's list is to be shown. */
function useOwnList(): ComponentType<SelectListProps> | null {
  const hasMouse = useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WITH_MOUSE).matches,
    () => false,
  )
  const [loaded, setLoaded] = useState<{ List: ComponentType<SelectListProps> } | null>(null)
  useEffect(() => {
    if (!hasMouse) return
    // Without it the browser's list stays.
    import('@/components/ui/select-list')
      .then(({ SelectList }) => setLoaded({ List: SelectList }))
      .catch(() => undefined)
  }, [hasMouse])
  return hasMouse && loaded ? loaded.List : null
}
