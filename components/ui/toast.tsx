'use client'

import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'

const manager = Toast.createToastManager()

/** A short message over the page, announced to screen readers; an error waits until it is closed. */
export const toast = {
  success: (title: string) => manager.add({ title, type: 'success' }),
  info: (title: string) => manager.add({ title, type: 'info', timeout: 10_000 }),
  error: (title: string) => manager.add({ title, type: 'error', priority: 'high', timeout: 0 }),
}

/** Where the messages appear; once a page. */
export function Toaster({ closeLabel }: { closeLabel: string }) {
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-4 bottom-4 z-60 mx-auto flex max-w-[26rem] flex-col gap-2 sm:left-auto sm:right-6 sm:bottom-6 sm:mx-0 sm:w-[26rem]">
          <Toasts closeLabel={closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts({ closeLabel }: { closeLabel: string }) {
  const { toasts } = Toast.useToastManager()
  return toasts.map((shown) => (
    <Toast.Root
      key={shown.id}
      toast={shown}
      className={classNames(
        'flex items-start gap-3 rounded-md border bg-raised px-4 py-3 text-small text-text shadow-float transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0',
        shown.type === 'error' ? 'border-lose-mark' : 'border-line-strong',
      )}
    >
      <span
        aria-hidden
        className={classNames(
          'mt-1.5 size-2 shrink-0 rounded-full',
          shown.type === 'error' ? 'bg-lose-mark' : shown.type === 'success' ? 'bg-go-mark' : 'bg-action',
        )}
      />
      <Toast.Content className="min-w-0 grow">
        <Toast.Title className="wrap-anywhere" />
      </Toast.Content>
      <Toast.Close
        aria-label={closeLabel}
        className="-m-1.5 grid size-9 shrink-0 place-items-center rounded-sm hover:bg-hover"
      >
        <Icon of={X} className="size-4" />
      </Toast.Close>
    </Toast.Root>
  ))
}
