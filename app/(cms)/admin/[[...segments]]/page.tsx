import config from '@payload-config'
import { RootPage } from '@payloadcms/next/views'
import { importMap } from '../importMap.js'
import { adminMetadata, type AdminPageProps } from '../page-metadata'

export const generateMetadata = adminMetadata

export default function BackOfficePage({ params, searchParams }: AdminPageProps) {
  return RootPage({ config, params, searchParams, importMap })
}
