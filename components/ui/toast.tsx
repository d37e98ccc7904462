'use client'

import { Toast as BaseToast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

/** `add({ title, description, type: 'go' | 'lose' })` shows a short message; errors that need an answer belong in the page. */
export const useToasts = BaseToast.useToastManager

/** Wraps the part of the site that shows short messages (the cabinet, the auction page). */
export function ToastProvider({ children, closeLabel }: { children: ReactNode; closeLabel: string }) {
  return (
    <BaseToast.Provider timeout={6000}>
      {children}
      <BaseToast.Portal>
        <BaseToast.Viewport className="fixed inset-x-4 bottom-4 z-60 flex flex-col gap-2 sm:left-auto sm:right-6 sm:bottom-6 sm:w-[380px]">
          <ToastList closeLabel={closeLabel} />
        </BaseToast.Viewport>
      </BaseToast.Portal>
    </BaseToast.Provider>
  )
}

function ToastList({ closeLabel }: { closeLabel: string }) {
  const { toasts } = BaseToast.useToastManager()
  return toasts.map((toast) => (
    <BaseToast.Root
      key={toast.id}
      toast={toast}
      className="relative rounded-md border border-line bg-raised py-3 pl-4 pr-12 text-text shadow-float transition duration-200 ease-out data-[type=go]:border-l-4 data-[type=go]:border-l-go-mark data-[type=lose]:border-l-4 data-[type=lose]:border-l-lose-mark data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0"
    >
      <BaseToast.Content>
        <BaseToast.Title className="font-semibold" />
        <BaseToast.Description className="text-small text-soft" />
        <BaseToast.Close
          aria-label={closeLabel}
          className="absolute right-1.5 top-1.5 grid size-9 place-items-center rounded-sm text-soft hover:bg-hover"
        >
          <X aria-hidden className="size-4" />
        </BaseToast.Close>
      </BaseToast.Content>
    </BaseToast.Root>
  ))
}
