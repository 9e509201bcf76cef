const TITLES: Readonly<Record<string, string>> = {
  risk: 'Risk',
  control: 'Control',
  token: 'Token',
  asset: 'Asset',
  proxy: 'Proxy',
  role: 'Role',
  identity: 'Identity',
  relation: 'Relation',
  'derived:account_type': 'Account type',
  address_nature: 'Nature',
};

/** A family of definitions in words. */
export const familyTitle = (family: string): string => TITLES[family] ?? family;
