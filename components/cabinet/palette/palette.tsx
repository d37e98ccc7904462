'use client'

import { useTranslations } from 'next-intl'
import { lazy, Suspense, useCallback, useState } from 'react'
import { PaletteButton, usePaletteKeys } from '@/components/ui/palette'

const PaletteDialog = lazy(() => import('./palette-dialog'))

/** Pages, own auctions and agreements, and actions; loaded when it is first opened. */
export function CabinetPalette() {
  const t = useTranslations('Palette')
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const open = useCallback(() => {
    setOpened(true)
    setOpen(true)
  }, [])
  usePaletteKeys(open)
  return (
    <>
      <PaletteButton label={t('title')} onOpen={open} onHeader />
      {wasOpened && (
        <Suspense>
          <PaletteDialog isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
