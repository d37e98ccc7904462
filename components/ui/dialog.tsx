import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide'
import { Icon } from '@/components/ui/icon'
import type { ReactNode, RefObject } from 'react'
import { classNames } from '@/components/ui/class-names'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons: cancel first, the action last. */
  actions?: ReactNode
  closeLabel: string
  /** `wide`: for documents. */
  size?: 'ordinary' | 'wide'
  /** A press outside does not close the dialog, so that no input is lost. Escape and the buttons do. */
  keepOnOutsidePress?: boolean
  /** Gets the focus first; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Gets the focus afterwards, if the opener is gone by then. */
  finalFocus?: () => HTMLElement | null
}

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  closeLabel,
  size = 'ordinary',
  keepOnOutsidePress = false,
  initialFocus,
  finalFocus,
}: DialogProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={onOpenChange} disablePointerDismissal={keepOnOutsidePress}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-50 bg-(--veil) transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Viewport className="fixed inset-0 z-50 grid place-items-end overflow-y-auto p-4 sm:place-items-center">
          <BaseDialog.Popup
            // Its texts change while it is open, and a page translator replaces the text nodes that React updates.
            translate="no"
            initialFocus={initialFocus}
            finalFocus={finalFocus && (() => finalFocus() ?? true)}
            className={classNames(
              size === 'wide' ? 'max-w-[960px]' : 'max-w-[520px]',
              'relative grid w-full grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-raised p-5 text-text shadow-float transition duration-200 ease-out data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 sm:p-8',
            )}
          >
            <div className="grid gap-2 pr-10">
              <BaseDialog.Title className="break-words text-h3">{title}</BaseDialog.Title>
              {description && <BaseDialog.Description className="text-soft">{description}</BaseDialog.Description>}
            </div>
            {children}
            {actions && <div className="flex flex-col-reverse gap-2 pt-2 sm:flex-row sm:justify-end">{actions}</div>}
            <BaseDialog.Close
              aria-label={closeLabel}
              className="absolute right-3 top-3 grid size-11 place-items-center rounded-md text-soft hover:bg-hover sm:right-5 sm:top-5"
            >
              <Icon of={X} className="size-5" />
            </BaseDialog.Close>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
