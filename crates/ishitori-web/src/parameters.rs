//! What is asked: the parameters of an address, or the JSON of a body.
//!
//! Both become one type, so that a route need not know where a parameter came from. Lengths have limits, and
//! a value of the wrong kind is refused by its name, never guessed. What the values mean is read elsewhere:
//! `games`, `view`, `jobs::question`.

use std::collections::HashMap;

use axum::body::{Body, to_bytes};
use serde_json::Value;

use crate::limits::ServerLimits;
use crate::refusal::RequestRefusal;

/// The parameters of a request, whether they came in the address or in the body.
#[derive(Clone, Debug, Default)]
pub struct RequestParameters {
    texts: HashMap<String, String>,
    body: Option<Value>,
}

impl RequestParameters {
    /// Those of an address. Of a parameter given twice, the last counts.
    ///
    /// # Errors
    /// [`RequestRefusal`] if one is too long.
    pub fn of_query(
        query: &str,
        limits: &ServerLimits,
    ) -> Result<RequestParameters, RequestRefusal> {
        let mut texts = HashMap::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            if value.len() > limits.parameter {
                return Err(RequestRefusal::beyond(
                    "parameter_bytes",
                    limits.parameter,
                    value.len(),
                ));
            }
            texts.insert(name.into_owned(), value.into_owned());
        }
        Ok(RequestParameters { texts, body: None })
    }

    /// Those of a body.
    ///
    /// # Errors
    /// [`RequestRefusal`] if it is too long or no object of JSON.
    pub async fn of_body(
        body: Body,
        limits: &ServerLimits,
    ) -> Result<RequestParameters, RequestRefusal> {
        let bytes = to_bytes(body, limits.body).await.map_err(|_| {
            let why = format!("the body is longer than {} bytes, or did not arrive", limits.body);
            RequestRefusal::too_much(why, "body_bytes", limits.body)
        })?;
        let body: Value = serde_json::from_slice(&bytes)
            .map_err(|error| RequestRefusal::bad(format!("the body is no JSON: {error}")))?;
        if !body.is_object() {
            return Err(RequestRefusal::bad(
                "the body should be an object of JSON: {\"game\": ...}",
            ));
        }
        Ok(RequestParameters { texts: HashMap::new(), body: Some(body) })
    }

    /// A text, if it was given.
    pub fn text(&self, name: &str) -> Option<&str> {
        let said = self.texts.get(name).map(String::as_str);
        said.or_else(|| self.body.as_ref()?.get(name)?.as_str())
    }

    /// A text.
    ///
    /// # Errors
    /// [`RequestRefusal`] if it was not given.
    pub fn needs(&self, name: &str) -> Result<&str, RequestRefusal> {
        self.text(name).ok_or_else(|| RequestRefusal::bad(format!("`{name}` is missing")))
    }

    /// A number, or `otherwise` if none was given.
    ///
    /// # Errors
    /// [`RequestRefusal`] if it is none.
    pub fn number(&self, name: &str, otherwise: u64) -> Result<u64, RequestRefusal> {
        let wrong = || RequestRefusal::bad(format!("`{name}` should be a number, 0 or more"));
        if let Some(text) = self.texts.get(name).filter(|text| !text.is_empty()) {
            return text.parse().map_err(|_| wrong());
        }
        match self.given(name) {
            Some(value) => value.as_u64().ok_or_else(wrong),
            None => Ok(otherwise),
        }
    }

    /// Seconds, if they were given.
    ///
    /// # Errors
    /// [`RequestRefusal`] if they are none.
    pub fn seconds(&self, name: &str) -> Result<Option<f64>, RequestRefusal> {
        let wrong = || RequestRefusal::bad(format!("`{name}` should be a number above 0"));
        let fits = |seconds: f64| (seconds > 0.0 && seconds.is_finite()).then_some(seconds);
        match self.given(name) {
            Some(value) => value.as_f64().and_then(fits).ok_or_else(wrong).map(Some),
            None => Ok(None),
        }
    }

    /// Yes or no; no if nothing was said.
    ///
    /// # Errors
    /// [`RequestRefusal`] if it is neither.
    pub fn flag(&self, name: &str) -> Result<bool, RequestRefusal> {
        let wrong = || RequestRefusal::bad(format!("`{name}` should be true or false"));
        match (self.texts.get(name).map(String::as_str), self.given(name)) {
            (Some("1" | "true"), _) | (_, Some(Value::Bool(true))) => Ok(true),
            (Some("" | "0" | "false"), _) | (_, Some(Value::Bool(false))) => Ok(false),
            (None, None) => Ok(false),
            _ => Err(wrong()),
        }
    }

    /// A list of texts.
    ///
    /// # Errors
    /// [`RequestRefusal`] if it is none.
    pub fn list(&self, name: &str) -> Result<Vec<String>, RequestRefusal> {
        let wrong = || RequestRefusal::bad(format!("`{name}` should be a list of texts"));
        let list = self.given(name).and_then(Value::as_array).ok_or_else(wrong)?;
        list.iter().map(|item| item.as_str().map(str::to_string).ok_or_else(wrong)).collect()
    }

    /// Whatever the body says, if it says anything.
    pub fn given(&self, name: &str) -> Option<&Value> {
        self.body.as_ref()?.get(name).filter(|value| !value.is_null())
    }
}
