import config from '@payload-config'
import { NotFoundPage } from '@payloadcms/next/views'
import { importMap } from '../importMap.js'
import { adminMetadata, type AdminPageProps } from '../page-metadata'

export const generateMetadata = adminMetadata

export default function BackOfficeNotFound({ params, searchParams }: AdminPageProps) {
  return NotFoundPage({ config, params, searchParams, importMap })
}
