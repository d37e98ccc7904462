'use client'

import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

export interface ConfirmDialogProps {
  title: string
  text: string
  back: string
  confirm: string
  closeLabel: string
  /** `danger`, the default, for what takes something away. */
  tone?: 'primary' | 'danger'
  onBack: () => void
  onConfirm: () => void
}

/** Asks once more before something that cannot be undone. */
export function ConfirmDialog({
  title,
  text,
  back,
  confirm,
  closeLabel,
  tone = 'danger',
  onBack,
  onConfirm,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onBack()}
      title={title}
      description={text}
      closeLabel={closeLabel}
      actions={
        <>
          <Button tone="soft" onClick={onBack}>
            {back}
          </Button>
          <Button tone={tone} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  )
}
