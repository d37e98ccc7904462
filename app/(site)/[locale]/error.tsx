'use client'

/** Catches failures of the layouts below: without a header, in the site's look. */
export { ErrorView as default } from '@/components/layout/error-view'
