import { classNames } from '@/components/ui/class-names'

export const TAB_LIST_LOOK = 'flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]'

export const TAB_LOOK = classNames(
  '-mb-px inline-flex min-h-11 items-center gap-2 whitespace-nowrap border-b-2 border-transparent px-3 text-small font-semibold text-soft transition-colors duration-150 hover:text-text sm:text-body',
  'data-active:border-action data-active:text-text aria-[current=page]:border-action aria-[current=page]:text-text',
  'focus-visible:outline-offset-[-2px]',
)
