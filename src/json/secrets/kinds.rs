//! The kinds of secrets that begin with a prefix of their own: `ghp_` and 36 letters and digits.

use super::alphabet::Alphabet::{self, Dotted, Hex, Letters, Upper, Word};

/// A kind of secret with a prefix.
#[derive(Debug)]
pub(super) struct TokenKind {
    /// The name in messages and in the word that replaces a secret.
    pub(super) name: &'static str,
    /// How it begins.
    pub(super) prefix: &'static str,
    /// The characters after the prefix.
    pub(super) alphabet: Alphabet,
    /// The smallest and the largest number of them.
    pub(super) length: (usize, usize),
    /// The smallest entropy of them, in tenths of a bit for each character. Random ones have 35 (16 hexadecimal digits) to 55.
    pub(super) entropy: u32,
}

/// One line each: name, prefix, alphabet, lengths, entropy; then who publishes the prefix. Of two that fit, the first is
/// taken.
macro_rules! kinds {
    ($($name:literal $prefix:literal $alphabet:ident $least:literal..$most:literal $entropy:literal $source:literal)*) => {
        pub(super) static KINDS: &[TokenKind] = &[$(TokenKind {
            name: $name, prefix: $prefix, alphabet: $alphabet, length: ($least, $most), entropy: $entropy,
        }),*];
        #[cfg(test)]
        pub(super) static SOURCES: &[&str] = &[$($source),*];
    };
}

kinds! {
    "anthropic-key" "sk-ant-" Word 32..300 33 "Anthropic, API keys of the console; Claude Code, setup-token"
    "openrouter-key" "sk-or-v1-" Word 32..128 28 "OpenRouter, API authentication"
    "openai-key" "sk-proj-" Word 20..300 33 "OpenAI, project API keys"
    "openai-key" "sk-svcacct-" Word 20..300 33 "OpenAI, service accounts"
    "openai-key" "sk-admin-" Word 20..300 33 "OpenAI, admin API keys"
    "api-key" "sk-" Word 20..300 30 "OpenAI, user API keys; services with its interface, such as DeepSeek"
    "github-token" "ghp_" Letters 36..255 30 "GitHub, token formats: personal access token"
    "github-token" "gho_" Letters 36..255 30 "GitHub, token formats: OAuth access token"
    "github-token" "ghu_" Letters 36..255 30 "GitHub, token formats: user of an app"
    "github-token" "ghs_" Dotted 36..600 30 "GitHub, token formats: installation of an app"
    "github-token" "ghr_" Letters 36..255 30 "GitHub, token formats: refresh token of an app"
    "github-token" "github_pat_" Word 22..255 30 "GitHub, token formats: fine-grained personal access token"
    "gitlab-token" "glpat-" Dotted 20..300 28 "GitLab, token prefixes: personal access token"
    "gitlab-token" "gldt-" Word 20..300 28 "GitLab, token prefixes: deploy token"
    "gitlab-token" "glrt-" Dotted 20..300 28 "GitLab, token prefixes: runner authentication token"
    "gitlab-token" "glptt-" Word 20..300 28 "GitLab, token prefixes: trigger token"
    "slack-token" "xoxb-" Word 20..255 24 "Slack, token types: bot"
    "slack-token" "xoxp-" Word 20..255 24 "Slack, token types: user"
    "slack-token" "xoxa-" Word 20..255 24 "Slack, token types: workspace access"
    "slack-token" "xoxr-" Word 20..255 24 "Slack, token types: workspace refresh"
    "slack-token" "xoxs-" Word 20..255 24 "Slack, token types: legacy session"
    "slack-token" "xoxc-" Word 20..255 24 "Slack, token types: browser session"
    "slack-token" "xoxd-" Word 20..255 24 "Slack, token types: browser cookie"
    "slack-token" "xoxe-" Word 20..255 24 "Slack, token rotation: refresh token"
    "slack-token" "xoxe.xoxp-" Word 20..255 24 "Slack, token rotation: access token of a user"
    "slack-token" "xoxe.xoxb-" Word 20..255 24 "Slack, token rotation: access token of a bot"
    "slack-token" "xapp-" Word 20..255 24 "Slack, token types: app level"
    "aws-key-id" "AKIA" Upper 16..16 25 "AWS IAM, unique identifiers: access key"
    "aws-key-id" "ASIA" Upper 16..16 25 "AWS IAM, unique identifiers: temporary access key"
    "google-key" "AIza" Word 35..35 32 "Google Cloud, API keys"
    "google-token" "ya29." Dotted 20..2000 32 "Google Identity, OAuth 2.0 access tokens"
    "huggingface-token" "hf_" Letters 30..60 30 "Hugging Face, user access tokens"
    "npm-token" "npm_" Letters 36..36 30 "npm, token format of 2021"
    "pypi-token" "pypi-" Word 50..1000 32 "PyPI, API tokens"
    "stripe-key" "sk_live_" Letters 16..255 30 "Stripe, API keys: secret"
    "stripe-key" "rk_live_" Letters 16..255 30 "Stripe, API keys: restricted"
    "webhook-secret" "whsec_" Letters 24..255 30 "Stripe, webhook signatures; Standard Webhooks"
    "sendgrid-key" "SG." Dotted 50..80 32 "Twilio SendGrid, API keys"
    "digitalocean-token" "dop_v1_" Hex 64..64 28 "DigitalOcean, token prefixes: personal access token"
    "digitalocean-token" "doo_v1_" Hex 64..64 28 "DigitalOcean, token prefixes: OAuth access token"
    "digitalocean-token" "dor_v1_" Hex 64..64 28 "DigitalOcean, token prefixes: OAuth refresh token"
    "shopify-token" "shpat_" Hex 32..64 25 "Shopify, format of access tokens"
    "shopify-token" "shpca_" Hex 32..64 25 "Shopify, format of access tokens: custom app"
    "shopify-token" "shppa_" Hex 32..64 25 "Shopify, format of access tokens: private app"
    "shopify-token" "shpss_" Hex 32..64 25 "Shopify, format of shared secrets"
    "databricks-token" "dapi" Hex 32..32 25 "Databricks, personal access tokens"
    "groq-key" "gsk_" Letters 40..100 30 "Groq, API keys"
    "xai-key" "xai-" Letters 60..120 30 "xAI, API keys"
    "perplexity-key" "pplx-" Letters 40..100 30 "Perplexity, API keys"
    "replicate-token" "r8_" Letters 37..60 30 "Replicate, API tokens"
    "tailscale-key" "tskey-" Word 20..128 28 "Tailscale, key prefixes"
    "docker-token" "dckr_pat_" Word 27..64 28 "Docker Hub, personal access tokens"
    "docker-token" "dckr_oat_" Word 27..64 28 "Docker Hub, organization access tokens"
}

/// Words that are in placeholders and in documented examples.
pub(super) const PLACEHOLDERS: &[&[u8]] = &[
    b"example",
    b"placeholder",
    b"xxxx",
    b"redacted",
    b"changeme",
    b"your_",
    b"your-",
    b"yourapi",
    b"yourkey",
    b"yourtoken",
    b"_here",
    b"-here",
    b"....",
    b"0000000000",
];

/// Passwords in URLs that are names for one.
pub(super) const NO_PASSWORDS: &[&[u8]] = &[
    b"password",
    b"passwd",
    b"passwort",
    b"pass",
    b"pwd",
    b"secret",
    b"token",
    b"key",
    b"apikey",
    b"api_key",
    b"api-key",
    b"user",
    b"username",
    b"changeme",
    b"x-oauth-basic",
    b"credentials",
    b"mypassword",
    b"my_password",
];

/// Names of parameters of URLs whose values are secret.
pub(super) const PARAMETERS: &[&[u8]] = &[
    b"token",
    b"access_token",
    b"accesstoken",
    b"auth_token",
    b"authtoken",
    b"refresh_token",
    b"id_token",
    b"private_token",
    b"api_key",
    b"apikey",
    b"api-key",
    b"x-api-key",
    b"key",
    b"secret",
    b"client_secret",
    b"x-amz-security-token",
    b"x-amz-signature",
    b"sig",
    b"signature",
    b"x-goog-signature",
    b"password",
];
