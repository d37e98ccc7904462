import { useRouter } from 'next/navigation'
import { type Locale, OFFICE_LANGUAGE_COOKIE } from '@/lib/config/constants'

/** Changes the language of the office, and of Payload, in this browser. */
export function useLanguageChoice(): (language: Locale) => void {
  const router = useRouter()
  return (language) => {
    document.cookie = `${OFFICE_LANGUAGE_COOKIE}=${language}; path=/; max-age=31536000; samesite=lax`
    router.refresh()
  }
}
