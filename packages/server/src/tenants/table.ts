import { rowsIn } from '../db/table.ts';

export interface TenantRow {
  id: string;
  name: string;
  kind: 'standard' | 'agency' | 'client';
  status: 'active' | 'suspended';
  timezone: string;
  locale: string;
  default_currency: string;
  agency_id: string | null;
  demo: number;
  suspended_at: string | null;
  created_at: string;
  updated_at: string;
}

export const tenantsTable = rowsIn<TenantRow>('tenants');
