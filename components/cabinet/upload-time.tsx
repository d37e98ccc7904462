import { useTranslations } from 'next-intl'
import { uploadPace } from '@/lib/browser/upload-pace'
import { useBrowserValue } from '@/lib/browser/use-browser-value'

const WORTH_SAYING_SECONDS = 60

/** How long files will take on a slow line, before they are sent. */
export function UploadTime({ bytes }: { bytes: number }) {
  const t = useTranslations('Common')
  const seconds = useBrowserValue(() => uploadPace.secondsFor(bytes), null)
  if (seconds === null || seconds < WORTH_SAYING_SECONDS) return null
  return <p className="text-small text-soft">{t('uploadTime', { minutes: Math.ceil(seconds / 60) })}</p>
}
