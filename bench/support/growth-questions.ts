import { MAX_EXPORTED_ROWS } from '@/lib/contract/manager'
import type { GrowthSize } from './growth-data'

export interface RequestCase {
  what: string
  path: string
  body?: object
  as?: 'visitor' | 'buyer' | 'manager'
  /** Number of rows, for an answer that grows with the data and is measured per thousand rows. */
  rows?: number
}

/** Requests for every list, page and result, as a visitor, a buyer and a manager. */
export function requestCases(auction: number, slug: string, account: number): RequestCase[] {
  const manager = 'manager'
  const buyer = 'buyer'
  return [
    { what: 'auctions', path: '/api/auctions/list', body: {} },
    { what: 'auctions in a category', path: '/api/auctions/list', body: { category: 'gas_condensate' } },
    { what: 'auctions, completed', path: '/api/auctions/list', body: { states: ['completed'] } },
    { what: 'auction by id', path: '/api/auctions/get', body: { id: auction } },
    { what: 'auction by slug', path: '/api/auctions/get', body: { slug } },
    { what: 'protocol', path: '/api/auctions/protocol', body: { id: auction } },
    { what: 'results', path: '/api/auctions/results', body: {} },
    { what: 'results of a year', path: '/api/auctions/results', body: { year: new Date().getFullYear() - 1 } },
    { what: 'results, chart', path: '/api/auctions/results/points', body: {} },
    { what: 'cabinet: auctions', path: '/api/cabinet/auctions', body: {}, as: buyer },
    { what: 'cabinet: agreements', path: '/api/cabinet/agreements', body: {}, as: buyer },
    { what: 'cabinet: history', path: '/api/cabinet/history', body: {}, as: buyer },
    {
      what: 'cabinet: auctions as XLSX',
      path: '/api/cabinet/export',
      body: { what: 'auctions', format: 'xlsx' },
      as: buyer,
    },
    { what: 'cabinet: bids as CSV', path: '/api/cabinet/export', body: { what: 'bids', format: 'csv' }, as: buyer },
    { what: 'bids of an auction', path: '/api/bids/list', body: { auction_id: auction } },
    { what: 'own position in an auction', path: '/api/auctions/own', body: { auction_id: auction }, as: buyer },
    { what: 'profile', path: '/api/auth/user-profile', body: {}, as: buyer },
    { what: 'manager: dashboard', path: '/api/manager/dashboard', body: {}, as: manager },
    { what: 'manager: auctions', path: '/api/manager/auctions/list', body: {}, as: manager },
    { what: 'manager: accounts', path: '/api/manager/accounts/list', body: {}, as: manager },
    {
      what: 'manager: accounts, search',
      path: '/api/manager/accounts/list',
      body: { search: 'Company 7' },
      as: manager,
    },
    {
      what: 'manager: accounts, search without matches',
      path: '/api/manager/accounts/list',
      body: { search: 'полтава' },
      as: manager,
    },
    {
      what: 'manager: accounts awaiting confirmation',
      path: '/api/manager/accounts/list',
      body: { status: 'awaiting_confirmation' },
      as: manager,
    },
    {
      what: 'manager: auctions, search by number',
      path: '/api/manager/auctions/list',
      body: { search: '77' },
      as: manager,
    },
    {
      what: 'manager: auctions, search without matches',
      path: '/api/manager/auctions/list',
      body: { search: 'полтава' },
      as: manager,
    },
    {
      what: 'manager: unsuccessful auctions in a category',
      path: '/api/manager/auctions/list',
      body: { category: 'gas_condensate', states: ['unsuccessful'] },
      as: manager,
    },
    { what: 'manager: account', path: '/api/manager/accounts/get', body: { company_id: account }, as: manager },
    {
      what: 'manager: applications of an auction',
      path: '/api/manager/applications/list',
      body: { auction_id: auction },
      as: manager,
    },
    { what: 'manager: bids of an auction', path: '/api/manager/bids/list', body: { auction_id: auction }, as: manager },
    { what: 'manager: winners', path: '/api/manager/winners/list', body: { auction_id: auction }, as: manager },
    { what: 'manager: audit', path: '/api/manager/audit/list', body: {}, as: manager },
    { what: 'manager: audit, choices', path: '/api/manager/audit/choices', body: {}, as: manager },
    { what: 'manager: audit, search', path: '/api/manager/audit/list', body: { search: 'Growth 77' }, as: manager },
    {
      what: 'manager: audit, search without matches',
      path: '/api/manager/audit/list',
      body: { search: 'полтава' },
      as: manager,
    },
    {
      what: 'manager: audit of a company',
      path: '/api/manager/audit/list',
      body: { company_id: account },
      as: manager,
    },
    { what: 'manager: emails', path: '/api/manager/emails/list', body: {}, as: manager },
    { what: 'manager: emails, failed', path: '/api/manager/emails/list', body: { state: 'failed' }, as: manager },
    {
      what: 'manager: emails of a company',
      path: '/api/manager/emails/list',
      body: { company_id: account },
      as: manager,
    },
    {
      what: 'manager: emails, search',
      path: '/api/manager/emails/list',
      body: { search: 'Email 77' },
      as: manager,
    },
    {
      what: 'manager: emails, search without matches',
      path: '/api/manager/emails/list',
      body: { search: 'полтава' },
      as: manager,
    },
    { what: 'manager: ranking', path: '/api/manager/bids/ranking', body: { auction_id: auction }, as: manager },
    { what: 'manager: deletion requests', path: '/api/manager/accounts/deletion/list', body: {}, as: manager },
    {
      what: 'manager: conversations',
      path: '/api/manager/chat/conversations',
      body: { auction_id: auction },
      as: manager,
    },
    { what: 'manager: search', path: '/api/manager/search', body: { text: 'Company 7' }, as: manager },
    { what: 'manager: search without matches', path: '/api/manager/search', body: { text: 'полтава' }, as: manager },
    { what: 'manager: search for one character', path: '/api/manager/search', body: { text: 'C' }, as: manager },
    { what: 'content: agreements', path: '/cms-api/agreements?limit=20&depth=0', as: manager },
    { what: 'content: companies', path: '/cms-api/companies?limit=20&depth=0', as: manager },
    { what: 'manager: XLSX of bids', path: '/api/manager/export/bids', body: { auction_id: auction }, as: manager },
    {
      what: 'manager: XLSX of winners',
      path: '/api/manager/export/winners',
      body: { auction_id: auction },
      as: manager,
    },
    { what: 'revisions', path: '/api/revisions', body: {} },
    { what: 'metrics', path: '/api/metrics' },
    { what: 'page: home', path: '/' },
    { what: 'page: auctions', path: '/auctions' },
    { what: 'page: results', path: '/auctions/results-past-auctions' },
  ]
}

/** Exports of all rows, up to the limit of an export. */
export function exportCases(size: GrowthSize): RequestCase[] {
  const manager = 'manager'
  const bounded = (count: number) => Math.min(count, MAX_EXPORTED_ROWS)
  const path = (of: string) => `/api/manager/export/${of}`
  return [
    {
      what: 'results as CSV, per thousand auctions',
      path: '/api/auctions/results/export',
      body: { format: 'csv' },
      rows: size.auctions,
    },
    {
      what: 'accounts as XLSX, per thousand rows',
      path: path('accounts'),
      body: {},
      as: manager,
      rows: bounded(size.companies),
    },
    {
      what: 'agreements as XLSX, per thousand rows',
      path: path('agreements'),
      body: {},
      as: manager,
      rows: bounded(size.agreements),
    },
    { what: 'audit as XLSX, per thousand rows', path: path('audit'), body: {}, as: manager, rows: bounded(size.audit) },
  ]
}
