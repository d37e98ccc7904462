import { Autocomplete } from '@base-ui/react/autocomplete'
import type { MouseEvent, ReactNode } from 'react'
import { CONTROL_LOOK } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import type { Hit, HitGroup } from '@/components/ui/palette'

interface PaletteListProps {
  label: string
  placeholder: string
  typed: string
  onType: (text: string) => void
  /** Without empty ones. */
  groups: HitGroup[]
  /** For screen readers. */
  status: string
  onOpen: (event: MouseEvent, hit: Hit) => void
  /** Faults and empty results, above the list. */
  children?: ReactNode
}

/** The field and the hits of a palette; arrow keys choose, Enter opens. */
export function PaletteList({ label, placeholder, typed, onType, groups, status, onOpen, children }: PaletteListProps) {
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      keepHighlight
      items={groups}
      itemToStringValue={({ title }) => title}
      value={typed}
      onValueChange={(value, { reason }) => reason !== 'item-press' && onType(value)}
    >
      <div className="grid min-h-[min(64dvh,590px)] content-start gap-4">
        <Autocomplete.Input
          type="search"
          aria-label={label}
          placeholder={placeholder}
          maxLength={100}
          spellCheck={false}
          className={CONTROL_LOOK}
        />
        <p role="status" className="sr-only">
          {status}
        </p>
        {children}
        <Autocomplete.List aria-label={label} className="max-h-[min(56dvh,520px)] overflow-y-auto empty:hidden">
          {(group: HitGroup) => (
            <Autocomplete.Group key={group.title} items={group.items} className="pb-3">
              <Autocomplete.GroupLabel className="px-3 py-1.5 text-fine font-semibold text-soft">
                {group.title}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(hit: Hit) => (
                  <Autocomplete.Item
                    key={hit.key}
                    value={hit}
                    {...(hit.href !== undefined && { render: <a href={hit.href} /> })}
                    onClick={(event) => onOpen(event, hit)}
                    className="flex min-h-10 cursor-pointer flex-wrap items-center justify-between gap-x-4 rounded-sm px-3 py-2 max-lg:min-h-11 hover:bg-hover data-highlighted:bg-own"
                  >
                    <span className="flex min-w-0 items-center gap-2.5">
                      {hit.icon && <Icon of={hit.icon} className="size-4.5 shrink-0 text-soft" />}
                      <span className="min-w-0 font-semibold wrap-anywhere">{hit.title}</span>
                    </span>
                    <span className="text-small text-soft">{hit.detail}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  )
}
